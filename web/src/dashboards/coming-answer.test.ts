import type { DataLine, DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { ComingAnswer } from "./coming-answer.ts";
import type { PageAnswer } from "./page-answer.ts";

function comingOf(...lines: readonly DataLine[]): ComingAnswer {
  const coming = new ComingAnswer();
  for (const line of lines) coming.add(line);
  return coming;
}
const answerOf = (...lines: readonly DataLine[]): PageAnswer => comingOf(...lines).page;
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
  const coming = comingOf({ type: "done", query: "a" }, { type: "done", query: "b" });
  const before = coming.page.get("b");

  coming.add({ type: "problem", query: "a", code: "QUERY_DEVICES_GONE", message: "gone", params: {} });

  expect(coming.page.get("a")).toMatchObject({ problem: { code: "QUERY_DEVICES_GONE" }, isDone: true });
  expect(coming.page.get("b")).toBe(before);
});

test("[DSH3] newest values of many devices are gathered in place, not copied with every line", () => {
  const values = (ts: number) => ({ latitude: { ts, value: 50 } });
  const coming = comingOf({ type: "latest", query: "map", deviceId: "d0", values: values(0) });
  const { latest } = coming.page.get("map") ?? {};

  coming.add({ type: "latest", query: "map", deviceId: "d1", values: values(1) });

  expect(coming.page.get("map")?.latest).toBe(latest);
  expect(latest).toEqual(new Map([0, 1].map((at) => [`d${at}`, values(at)])));
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
