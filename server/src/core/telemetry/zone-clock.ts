import { invalidRange } from "./errors.ts";

const nanosecondsPerMs = 1_000_000;

function zonedTime(ts: number, timeZone: string): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(timeZone);
  } catch (cause) {
    throw invalidRange(cause instanceof RangeError ? `Unknown time zone ${timeZone}` : String(cause));
  }
}

/** What the clocks of the zone show at `ts`, as the milliseconds at which clocks in UTC show the same. */
export const shownAt = (ts: number, timeZone: string): number => ts + offsetOf(zonedTime(ts, timeZone));

const offsetOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime): number => offsetNanoseconds / nanosecondsPerMs;

/**
 * The clocks of a time zone, asked for ascending times only. A zone is looked up once for each of its changes: between
 * two of them it is a difference from UTC. Asking it for each of 100,000 days takes a second [API11].
 */
export class ZoneClock {
  /** The change before the times asked for, if there was one; what follows holds from there on. */
  #since: number;
  #offset: number;
  #change: Temporal.ZonedDateTime | null;

  constructor(from: number, timeZone: string) {
    const start = zonedTime(from, timeZone);
    this.#since = from;
    this.#offset = offsetOf(start);
    this.#change = start.getTimeZoneTransition("next");
  }

  /** When these clocks first show `local` or, where they skip it, the first moment after. */
  firstAt(local: number): number {
    while (this.#change !== null && local - this.#offset >= this.#change.epochMilliseconds) this.#pass(this.#change);
    return Math.max(local - this.#offset, this.#since);
  }

  #pass(change: Temporal.ZonedDateTime): void {
    this.#since = change.epochMilliseconds;
    this.#offset = offsetOf(change);
    this.#change = change.getTimeZoneTransition("next");
  }
}
