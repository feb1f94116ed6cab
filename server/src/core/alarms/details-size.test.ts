import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../../test/any-character.ts";
import { bytesAtMost } from "./details-size.ts";

test("[ALM1] details are never taken for smaller than they are", () => {
  const any = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: anyCharacter }),
    fc.array(fc.constantFrom("\u0000", "\ud800", "€")),
  );
  fc.assert(
    fc.property(any, (value) => {
      expect(bytesAtMost(value)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(value)));
    }),
  );
});

test("[ALM1] what is written in its own words, or deep inside, is not guessed at", () => {
  expect(bytesAtMost({ at: new Date(0) })).toBe(Number.POSITIVE_INFINITY);
  expect(bytesAtMost(JSON.parse("[".repeat(5_000) + "]".repeat(5_000)))).toBe(Number.POSITIVE_INFINITY);
  expect(bytesAtMost({ text: "short" })).toBeLessThan(100);
});
