import { expect, test } from "vitest";
import type { ReadTogether } from "./compared-lines.ts";
import { alike, questionOf } from "./moving-questions.ts";

const group: ReadTogether = { deviceId: "pump", keys: ["v"], shiftMs: 0 };
const asked = (from: number, to: number, of: Partial<ReadTogether> = {}) =>
  questionOf("history", { ...group, ...of }, { from, to, isLive: true }).queryKey;

test("[TEL7] what is shown meanwhile tells of some of the channels, and of some of the time", () => {
  const { beginning, fits } = alike(asked(900, 1_000));

  expect(beginning).toEqual(["history", "pump", 0]);
  expect(fits?.(asked(870, 970))).toBe(true);
  expect(fits?.(asked(0, 2_000, { keys: ["w", "v"] }))).toBe(true);
  expect(fits?.(asked(870, 970, { keys: ["w"] }))).toBe(false);
});

test("[TEL7] an answer about another time says nothing of this one, not even that it has no points", () => {
  const { fits } = alike(asked(900, 1_000));

  expect(fits?.(asked(100, 200))).toBe(false);
  expect(fits?.(asked(800, 900))).toBe(false); // its last moment is the first one asked for
  expect(fits?.(asked(1_000, 1_100))).toBe(false);
});

test("[#17.23] what was before stays while it is read how it was a little longer before", () => {
  const before = (shiftMs: number) => asked(1_000, 1_000 + shiftMs, { shiftMs, isBefore: true });
  const { beginning, fits } = alike(before(110));
  const begins = (question: readonly unknown[]) => beginning.every((part, at) => part === question[at]);

  expect([begins(before(100)), fits?.(before(100))]).toEqual([true, true]);
  expect(begins(asked(1_000, 1_100))).toBe(false); // what is now says little of it
});
