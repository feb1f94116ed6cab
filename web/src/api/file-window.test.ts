import fc from "fast-check";
import { expect, test } from "vitest";
import { filesAtOnce, windowBounds } from "./file-window.ts";

test("the newest come first, and the last step back shows the rest", () => {
  expect(windowBounds(4_100, 0)).toEqual({
    ...{ total: 4_100, start: 2_100, end: 4_100, pages: [1, 2], back: 0, hasOlder: true },
  });
  expect(windowBounds(4_100, 1)).toMatchObject({ start: 100, end: 2_100, pages: [0, 1], hasOlder: true });
  expect(windowBounds(4_100, 2)).toMatchObject({ start: 0, end: 100, pages: [0], hasOlder: false });
});

test("nothing is a window, too, and so is one step too far", () => {
  expect(windowBounds(0, 0)).toMatchObject({ start: 0, end: 0, pages: [0], hasOlder: false });
  expect(windowBounds(10, 7)).toMatchObject({ start: 0, end: 10, back: 0 });
});

test("the windows together are all files, each once, and lie within the pages that are read", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (total) => {
      const seen: number[] = [];
      for (let back = 0, isMore = true; isMore; back++) {
        const { start, end, pages, hasOlder } = windowBounds(total, back);
        seen.push(end - start);
        expect(start).toBeGreaterThanOrEqual((pages[0] ?? 0) * filesAtOnce);
        expect(end).toBeLessThanOrEqual(((pages.at(-1) ?? 0) + 1) * filesAtOnce);
        isMore = hasOlder;
      }
      expect(seen.reduce((sum, count) => sum + count, 0)).toBe(total);
    }),
  );
});
