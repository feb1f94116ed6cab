const nanosecondsPerMs = 1_000_000;
const msPerMinute = 60_000;

/** What the clocks of a zone show. A zone is looked up once for each of its changes: a million rows ask for it [API11]. */
export class LocalTimes {
  readonly #timeZone: string;
  #since = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #offsetMs = 0;
  #offset = "";

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /** The milliseconds at which clocks in UTC show the same. */
  shownAt(ts: number): number {
    this.#turnTo(ts);
    return ts + this.#offsetMs;
  }

  /** Such as +01:00. */
  offsetAt(ts: number): string {
    this.#turnTo(ts);
    return this.#offset;
  }

  /** Such as 2026-11-16T09:30:00.000+01:00. */
  textOf(ts: number): string {
    const shown = this.shownAt(ts);
    if (Math.abs(shown) > 8.64e15) return new Date(ts).toISOString(); // the last hours a date can hold
    return new Date(shown).toISOString().replace("Z", this.#offset);
  }

  #turnTo(ts: number): void {
    if (ts >= this.#since && ts < this.#until) return;
    const moment = Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(this.#timeZone);
    const [next, last] = [moment.getTimeZoneTransition("next"), moment.getTimeZoneTransition("previous")];
    this.#since = last ? Math.min(last.epochMilliseconds, ts) : Number.NEGATIVE_INFINITY;
    this.#until = next?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    this.#offsetMs = moment.offsetNanoseconds / nanosecondsPerMs;
    this.#offset = offsetText(this.#offsetMs);
  }
}

function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / msPerMinute);
  const two = (count: number) => String(count).padStart(2, "0");
  return `${ms < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
