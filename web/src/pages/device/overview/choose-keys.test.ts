import { expect, test } from "vitest";
import { keyValues, pinnedKeys } from "./choose-keys.ts";
import { moved } from "./moved.ts";

const point = (value: unknown) => [{ ts: 1, value }];

test("numbers come before texts, each by name, and only so many", () => {
  const latest = { b: point("2"), a: point("x"), c: point(1.5), d: point(true) };

  expect(keyValues(latest)).toEqual(["b", "c", "d", "a"]);
  expect(keyValues(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, point(n)])))).toHaveLength(12);
});

test("[TYP2] the type says what comes first, and what does not show up", () => {
  const latest = { a: point(1), b: point(2), c: point(3), d: point("x") };
  const said: Record<string, { order: number; hidden?: boolean }> = { d: { order: 0 }, a: { order: 2, hidden: true } };

  expect(keyValues(latest, (key) => said[key] ?? { order: 9 })).toEqual(["d", "b", "c"]);
});

test("[#17.22] one's own choice comes first in its order, of what is there, and a row is filled up", () => {
  const latest = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, point(n)]));
  const placing = (key: string) => ({ order: Number(key.slice(1)), pinned: key === "k4" });

  expect(keyValues(latest, placing, ["k8", "gone", "k2"])).toEqual(["k8", "k2", "k0", "k1", "k3", "k4"]);
  expect(keyValues(latest, placing, null)).toEqual(["k4", "k0", "k1", "k2", "k3", "k5"]);
  expect(keyValues(latest, placing, Object.keys(latest))).toHaveLength(9);
  expect(pinnedKeys(latest, placing, [])).toEqual([]);
});

test("[#17.22] what is moved changes places with its neighbour", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a"], 0, -1)).toEqual(["a"]);
});
