import type { DataRequest, ShownDevice } from "@heliograph/contract";
import { expect, test } from "vitest";
import { watchedBy, withHeard, withLive } from "./live-values.ts";
import { noAnswer } from "./page-answer.ts";

const device = (id: string) => ({ id: { entityType: "DEVICE", id } }) as ShownDevice;
const all = { kind: "ALL" } as const;

test("[DSH4] each device of a page is watched once, with the keys of all its widgets", () => {
  const queries: DataRequest["queries"] = {
    "one.latest": { kind: "LATEST", devices: all, keys: ["t", "v"] },
    "two.latest": { kind: "LATEST", devices: all, keys: ["t", "p"] },
    "table.latest": { kind: "LATEST", devices: all },
    "chart.lines": { kind: "SERIES", devices: all, keys: ["x"] },
  };
  const answer = new Map([
    ["one.latest", { ...noAnswer, devices: [device("a"), device("b")] }],
    ["two.latest", { ...noAnswer, devices: [device("a")] }],
    ["table.latest", { ...noAnswer, devices: [device("c")] }],
  ]);

  expect([...watchedBy({ queries }, answer)]).toEqual([
    ["a", ["p", "t", "v"]],
    ["b", ["t", "v"]],
  ]);
});

test("[DSH4] newer values take the place of the answer's, older ones and other questions stay", () => {
  const untouched = { ...noAnswer, latest: new Map([["b", { t: { ts: 1, value: 1 } }]]) };
  const answer = new Map([
    ["one.latest", { ...noAnswer, latest: new Map([["a", { t: { ts: 5, value: 20 }, v: { ts: 5, value: 1 } }]]) }],
    ["two.latest", untouched],
  ]);
  const live = withHeard(new Map(), "a", { t: { ts: 6, value: 21 }, v: { ts: 4, value: 0 }, gone: null });

  const shown = withLive(answer, live);

  expect(shown.get("one.latest")?.latest.get("a")).toEqual({ t: { ts: 6, value: 21 }, v: { ts: 5, value: 1 } });
  expect(shown.get("two.latest")).toBe(untouched);
  expect(withLive(answer, new Map())).toBe(answer);
});
