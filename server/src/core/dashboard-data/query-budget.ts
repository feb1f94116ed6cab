import { tooManySeries, tooManyValues } from "./errors.ts";

/** What one question, and one request with all its questions, may ask for. */
export interface QueryLimits {
  /** Of one question. */
  readonly devices: number;
  /** Of the request. */
  readonly series: number;
  /** Newest values of the request: they are at hand, so that they may be of many devices. */
  readonly latest: number;
  /** Of one question, read or not: blocks say how many there are. */
  readonly points: number;
  /** Of the request, as they are sent. */
  readonly values: number;
}

/** What is left for the questions to come. */
export class QueryBudget {
  readonly limits: QueryLimits;
  #series = 0;
  #latest = 0;
  #values = 0;

  constructor(limits: QueryLimits) {
    this.limits = limits;
  }

  takeSeries(count: number): void {
    if (this.#series + count > this.limits.series) throw tooManySeries(this.#series + count, this.limits.series);
    this.#series += count;
  }

  takeLatest(count: number): void {
    if (this.#latest + count > this.limits.latest) throw tooManySeries(this.#latest + count, this.limits.latest);
    this.#latest += count;
  }

  takeValues(count: number): void {
    if (this.#values + count > this.limits.values) throw tooManyValues(this.limits.values);
    this.#values += count;
  }
}
