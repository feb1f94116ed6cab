import { AppError } from "../../kernel/errors.ts";

const retryAfterMs = 5_000;

/** A bound on the streams that are open at once: their readers decide how long they take. */
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
