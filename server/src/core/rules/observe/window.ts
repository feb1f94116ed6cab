import type { WindowFunction } from "@heliograph/contract";
import { PointsInOrder } from "./points-in-order.ts";
import { add, clear, Slices, type Sums } from "./slices.ts";

/** So many slices a window has; each has a sum of its own. */
const slicesOfWindow = 32;
/** The newest ones count; beyond, the oldest go. */
export const windowPointsAtMost = 10_000;

const noSums = (): Sums => clear({ sum: 0, least: 0, most: 0 });

/**
 * The points of a span of event time, newest included. What it says depends on which points are in it only, not on the order
 * they came in: slices begin at fixed times and are summed one after another, the first one from its points.
 */
export class Window {
  readonly #overMs: number;
  readonly #sliceMs: number;
  readonly #points = new PointsInOrder();
  #slices = new Slices();
  readonly #result = noSums();
  /** The slices between two, summed once for as long as these two are the first and the last. */
  readonly #middle = noSums();
  #middleFrom = Number.NaN;
  #middleTo = Number.NaN;

  constructor(overMs: number) {
    this.#overMs = overMs;
    this.#sliceMs = Math.max(1, Math.ceil(overMs / slicesOfWindow));
  }

  /** The same time again replaces the value; undefined takes it away. */
  put(ts: number, value: number | undefined): void {
    const points = this.#points;
    if (points.size > 0 && ts <= points.timeAt(points.tail - 1)) this.#putLate(ts, value);
    else if (value !== undefined) this.#append(ts, value);
    if (points.size > windowPointsAtMost) this.#startAt(points.head + 1);
  }

  /** Event time is at `at` now and does not go back: slices that lie before the window go. */
  forget(at: number): void {
    const from = at - this.#overMs;
    const slices = this.#slices;
    let gone = 0;
    while (gone + 1 < slices.length && this.#points.timeAt(slices.beginOf(gone + 1) - 1) <= from) gone++;
    if (gone > 0) this.#startAt(slices.beginOf(gone));
  }

  /** What the function says of the points after `at − overMs`; undefined where there are too few. */
  read(by: WindowFunction, at: number): number | undefined {
    const begin = this.#points.placeOf(at - this.#overMs + 1);
    const count = this.#points.tail - begin;
    if (by === "COUNT") return count;
    if (count === 0) return undefined;
    const value = by === "DELTA" || by === "RATE" ? this.#change(by, begin) : resultOf(by, this.#sums(begin), count);
    return Number.isFinite(value) ? value : undefined;
  }

  #change(by: "DELTA" | "RATE", begin: number): number {
    const points = this.#points;
    const last = points.tail - 1;
    const delta = begin === last ? Number.NaN : points.valueAt(last) - points.valueAt(begin);
    return by === "DELTA" ? delta : (delta * 1_000) / (points.timeAt(last) - points.timeAt(begin));
  }

  /** The first slice from its points, the others from their sums. */
  #sums(begin: number): Sums {
    const slices = this.#slices;
    let first = 0;
    while (first + 1 < slices.length && slices.beginOf(first + 1) <= begin) first++;
    const sums = clear(this.#result);
    const end = first + 1 < slices.length ? slices.beginOf(first + 1) : this.#points.tail;
    for (let place = begin; place < end; place++) add(sums, this.#points.valueAt(place));
    if (first + 1 < slices.length) this.#joinRest(sums, first, slices.length - 1);
    return sums;
  }

  #joinRest(sums: Sums, first: number, last: number): void {
    const slices = this.#slices;
    if (this.#middleFrom !== slices.keyAt(first) || this.#middleTo !== slices.keyAt(last)) {
      this.#middleFrom = slices.keyAt(first);
      this.#middleTo = slices.keyAt(last);
      clear(this.#middle);
      for (let at = first + 1; at < last; at++) slices.join(at, this.#middle);
    }
    sums.sum += this.#middle.sum;
    sums.least = Math.min(sums.least, this.#middle.least);
    sums.most = Math.max(sums.most, this.#middle.most);
    slices.join(last, sums);
  }

  #append(ts: number, value: number): void {
    const moved = this.#points.append(ts, value);
    if (moved !== 0) this.#slices.move(moved);
    this.#slices.append(this.#keyOf(ts), this.#points.tail - 1, value);
  }

  #keyOf(ts: number): number {
    return Math.floor(ts / this.#sliceMs);
  }

  #putLate(ts: number, value: number | undefined): void {
    const points = this.#points;
    const place = points.placeOf(ts);
    const isThere = points.timeAt(place) === ts;
    if (value !== undefined && isThere) points.replace(place, value);
    else if (value !== undefined) points.insert(place, ts, value);
    else if (isThere) points.remove(place);
    this.#sliceAgain();
  }

  #sliceAgain(): void {
    const points = this.#points;
    this.#slices = new Slices();
    this.#middleFrom = Number.NaN;
    for (let place = points.head; place < points.tail; place++) {
      this.#slices.append(this.#keyOf(points.timeAt(place)), place, points.valueAt(place));
    }
  }

  /** Points before a place are gone. The first slice is summed from its points, so its own sum may be that of more. */
  #startAt(place: number): void {
    const slices = this.#slices;
    this.#points.head = place;
    let gone = 0;
    while (gone + 1 < slices.length && slices.beginOf(gone + 1) <= place) gone++;
    slices.drop(gone, place);
  }
}

function resultOf(by: "AVG" | "MIN" | "MAX", { sum, least, most }: Sums, count: number): number {
  if (by === "AVG") return sum / count;
  return by === "MIN" ? least : most;
}
