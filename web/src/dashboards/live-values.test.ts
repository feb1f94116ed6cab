import type { DataRequest } from "@heliograph/contract";
import { expect, test } from "vitest";
import { HeardValues, pageInterest, withLive } from "./live-values.ts";
import { noAnswer } from "./page-answer.ts";

const all = { kind: "ALL" } as const;
const pumps = { kind: "VARIABLE", name: "pumps" } as const;

test("[DSH4] a page watches each selection once, with the keys of all its widgets", () => {
  const queries: DataRequest["queries"] = {
    "one.latest": { kind: "LATEST", devices: all, keys: ["t", "v"] },
    "two.latest": { kind: "LATEST", devices: all, keys: ["t", "p"] },
    "three.latest": { kind: "LATEST", devices: pumps, keys: ["x"] },
    "table.latest": { kind: "LATEST", devices: all },
    "chart.lines": { kind: "SERIES", devices: all, keys: ["x"] },
  };
  const many = Array.from({ length: 101 }, (_, at) => `k${String(at).padStart(3, "0")}`);

  expect(pageInterest({ startTs: 0, endTs: 1, queries, variables: { pumps: all } })).toEqual({
    ...{ type: "watchPage", variables: { pumps: all } },
    watch: [
      { devices: all, keys: ["p", "t", "v"] },
      { devices: pumps, keys: ["x"] },
    ],
  });
  const long = { ...{ startTs: 0, endTs: 1 }, queries: { q: { kind: "LATEST", devices: all, keys: many } } } as const;
  expect(pageInterest({ ...long, queries: { q: { ...long.queries.q, keys: many } } })).toMatchObject({
    watch: [{ keys: many.slice(0, 100) }, { keys: many.slice(100) }],
  });
  const { "chart.lines": chart } = queries;
  expect(pageInterest({ startTs: 0, endTs: 1, queries: { chart: chart ?? { kind: "FILES", devices: all } } })).toBe(
    undefined,
  );
});

test("[DSH4] newer values take the place of the answer's, older ones and other questions stay", () => {
  const untouched = { ...noAnswer, latest: new Map([["b", { t: { ts: 1, value: 1 } }]]) };
  const answer = new Map([
    ["one.latest", { ...noAnswer, latest: new Map([["a", { t: { ts: 5, value: 20 }, v: { ts: 5, value: 1 } }]]) }],
    ["two.latest", untouched],
  ]);
  const live = new HeardValues();
  live.hear({ type: "state", devices: { a: { t: { ts: 6, value: 21 }, v: { ts: 4, value: 0 } } } });

  const shown = withLive(answer, live);

  expect(shown.get("one.latest")?.latest.get("a")).toEqual({ t: { ts: 6, value: 21 }, v: { ts: 5, value: 1 } });
  expect(shown.get("two.latest")).toBe(untouched);
  expect(withLive(answer, new HeardValues())).toBe(answer);
});

test("[DSH4] a page is asked for again when a device or a key joins or leaves, and for nothing else", () => {
  const live = new HeardValues();
  const t = (ts: number) => ({ t: { ts, value: ts } });
  const hear = (devices: object) => live.hear({ type: "change", devices } as never);

  expect(live.hear({ type: "state", devices: { a: t(1), empty: {} } })).toBe(false);
  expect(hear({ a: t(2) })).toBe(false);
  expect(live.of("a", "t")).toEqual({ ts: 2, value: 2 });
  expect(hear({ b: {} })).toBe(true);
  expect(hear({ empty: t(3) })).toBe(true);
  expect(hear({ a: { t: null } })).toBe(true);
  expect(hear({ b: null })).toBe(true);
  expect(hear({ b: null })).toBe(false);
  expect(live.of("a", "t")).toBe(undefined);
});
