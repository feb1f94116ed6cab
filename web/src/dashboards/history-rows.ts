import type { AnsweredSeries } from "./page-answer.ts";

interface HistoryRow {
  readonly ts: number;
  /** One for each column; undefined where a series has no point then. */
  readonly values: readonly unknown[];
}

const rowsAtMost = 500;

/** Series side by side, a row for each moment, the newest first; as many as one looks through. */
export function historyRows(series: readonly AnsweredSeries[]): {
  readonly columns: readonly Pick<AnsweredSeries, "deviceId" | "key">[];
  readonly rows: readonly HistoryRow[];
} {
  const columns = series.filter(({ times }) => times.length > 0);
  const byTime = new Map<number, unknown[]>();
  for (const [column, { times, values }] of columns.entries()) {
    for (let at = Math.max(0, times.length - rowsAtMost); at < times.length; at++) {
      const ts = times[at] ?? 0;
      const row = byTime.get(ts) ?? new Array(columns.length).fill(undefined);
      row[column] = values[at];
      byTime.set(ts, row);
    }
  }
  const rows = [...byTime].toSorted(([one], [other]) => other - one).slice(0, rowsAtMost);
  return { columns, rows: rows.map(([ts, values]) => ({ ts, values })) };
}
