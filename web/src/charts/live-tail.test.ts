import { expect, test } from "vitest";
import { extended, tailWith } from "./live-tail.ts";

const line = { label: "t", unit: "", times: [10, 20], values: [1, 2] };

test("points that came since are drawn after the history, each once and in order", () => {
  const first = tailWith(new Map(), { t: { ts: 30, value: 3 }, other: { ts: 30, value: 9 } }, ["t"]);
  const tail = tailWith(tailWith(first, { t: { ts: 30, value: 3 } }, ["t"]), { t: { ts: 40, value: "4" } }, ["t"]);

  expect(extended([line], tail)).toEqual([{ ...line, times: [10, 20, 30, 40], values: [1, 2, 3, 4] }]);
});

test("what the history has, texts and keys that are gone add nothing", () => {
  const tail = tailWith(tailWith(new Map(), { t: { ts: 20, value: 2 } }, ["t"]), { t: { ts: 30, value: "idle" } }, [
    "t",
  ]);

  expect(extended([line], tailWith(tail, { t: null }, ["t"]))).toEqual([line]);
});

test("an envelope goes on without bounds of its own", () => {
  const tail = tailWith(new Map(), { t: { ts: 30, value: 3 } }, ["t"]);

  expect(extended([{ ...line, min: [0, 1], max: [2, 3] }], tail)).toEqual([
    { ...line, times: [10, 20, 30], values: [1, 2, 3], min: [0, 1, 3], max: [2, 3, 3] },
  ]);
});
