import { expect, test } from "vitest";
import { historyRows } from "./history-rows.ts";
import type { AnsweredSeries } from "./page-answer.ts";

const series = (key: string, times: number[], values: unknown[]): AnsweredSeries => ({
  ...{ deviceId: "d", key, form: "POINTS", times, values },
});

test("[DSH3] the history has a row for each moment, the newest first", () => {
  const { columns, rows } = historyRows([
    series("a", [1, 2], [10, 20]),
    series("b", [2, 3], ["x", "y"]),
    series("c", [], []),
  ]);

  expect(columns.map(({ key }) => key)).toEqual(["a", "b"]);
  expect(rows).toEqual([
    { ts: 3, values: [undefined, "y"] },
    { ts: 2, values: [20, "x"] },
    { ts: 1, values: [10, undefined] },
  ]);
});

test("[DSH3] of many the newest are shown", () => {
  const times = Array.from({ length: 5_000 }, (_, at) => at);

  const { rows } = historyRows([series("a", times, times)]);

  expect([rows.length, rows[0]?.ts, rows.at(-1)?.ts]).toEqual([500, 4_999, 4_500]);
});
