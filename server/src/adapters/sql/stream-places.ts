import { AppError } from "../../kernel/errors.ts";

const retryAfterMs = 5_000;

/** Where nobody says how many lists are sent at once. */
export const defaultStreams = 16;

/**
 * A bound on the streams that are open at once: each holds a connection, and the moment it began, until it is read. Those
 * who read over the network wait for places of their own before they come here; this is the last resort.
 */
export class StreamPlaces {
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  take(): void {
    if (this.#free === 0) {
      throw new AppError("STREAMS_BUSY", "busy", "Too many long lists are being read; try again shortly", {
        retryAfterMs,
      });
    }
    this.#free--;
  }

  giveBack(): void {
    this.#free++;
  }
}
