import type { DataLine, DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { hinderingProblem, noAnswer, type PageAnswer, withLine } from "./page-answer.ts";

const answerOf = (...lines: readonly DataLine[]): PageAnswer => lines.reduce<PageAnswer>(withLine, new Map());
const of = { type: "series", query: "q", deviceId: "d", key: "k" } as const;

test("[DSH4] lines of a series are one series, and those of others stay apart", () => {
  const page = answerOf(
    { ...of, form: "POINTS", ts: [1, 2], values: [10, 20] },
    { ...of, form: "POINTS", ts: [3], values: [30] },
    { ...of, key: "other", form: "ENVELOPE", interval: 5, ts: [1], min: [0], max: [2], avg: [1] },
    { ...of, deviceId: "e", form: "EMPTY", lastTs: 7, notNumbers: 0 },
    { type: "done", query: "q" },
    { type: "end" },
  );

  expect(page.get("q")).toMatchObject({
    isDone: true,
    series: [
      { key: "k", times: [1, 2, 3], values: [10, 20, 30] },
      { key: "other", form: "ENVELOPE", times: [1], values: [1], min: [0], max: [2], interval: 5 },
      { deviceId: "e", form: "EMPTY", lastTs: 7 },
    ],
  });
});

test("[DSH4] a line about one question leaves the answers of others as they are", () => {
  const before = answerOf({ type: "done", query: "a" }, { type: "done", query: "b" });

  const problem = { type: "problem", query: "a", code: "QUERY_DEVICES_GONE", message: "gone", params: {} } as const;
  const after = withLine(before, problem);

  expect(after.get("a")).toMatchObject({ problem: { code: "QUERY_DEVICES_GONE" }, isDone: true });
  expect(after.get("b")).toBe(before.get("b"));
});

test("[DSH4] devices belong to all questions that share them, and lists count what all devices have", () => {
  const file = (name: string) => ({ name }) as never;
  const page = answerOf(
    { type: "devices", queries: ["a", "b"], devices: [{ name: "P-01" } as DeviceRecord] },
    { type: "files", query: "b", deviceId: "d", files: [file("1")], total: 9 },
    { type: "files", query: "b", deviceId: "e", files: [file("2")], total: 1 },
  );

  expect([page.get("a")?.devices, page.get("b")?.devices]).toEqual([[{ name: "P-01" }], [{ name: "P-01" }]]);
  expect(page.get("b")).toMatchObject({
    total: 10,
    files: [
      { name: "1", deviceId: "d" },
      { name: "2", deviceId: "e" },
    ],
  });
});

test("[DSH4] a device that is gone keeps a widget from being drawn only where nothing else of it was answered", () => {
  const refused = (code: string) => {
    const problem = { type: "problem", query: "q", code, message: "", params: {} } as const;
    return { ...noAnswer, problem };
  };
  const [gone, tooMany] = [refused("QUERY_DEVICES_GONE"), refused("QUERY_TOO_MANY_DEVICES")];

  expect(hinderingProblem([gone, gone])).toBe(gone.problem);
  expect(hinderingProblem([gone, noAnswer])).toBeUndefined();
  expect(hinderingProblem([gone, noAnswer, tooMany])).toBe(tooMany.problem);
});
