import type { Series } from "../read/samples/series.ts";

/** One line of a table: a time, and for every series the place of its sample or -1. */
export interface Row {
  readonly timeNs: bigint;
  /** Reused from row to row. */
  readonly places: Int32Array;
}

/**
 * Rows of several series in the order of time, one per distinct time. Several samples of one series at one time
 * become rows of their own.
 */
export function* mergedRows(all: readonly Series[]): Iterable<Row> {
  const next = new Int32Array(all.length);
  const places = new Int32Array(all.length);
  for (;;) {
    let timeNs: bigint | undefined;
    for (const [i, { times }] of all.entries()) {
      const time = times[next[i] as number];
      if (time !== undefined && (timeNs === undefined || time < timeNs)) timeNs = time;
    }
    if (timeNs === undefined) return;
    for (const [i, { times }] of all.entries()) {
      const place = next[i] as number;
      const isHere = times[place] === timeNs;
      places[i] = isHere ? place : -1;
      if (isHere) next[i] = place + 1;
    }
    yield { timeNs, places };
  }
}
