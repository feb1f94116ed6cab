import { beforeEach, expect, test } from "vitest";
import type { TelemetrySubject } from "./commands.ts";
import { Place, p } from "./scenario.ts";

/** What is refused, and that a refusal leaves nothing behind. */
export function testRefusals(subject: () => TelemetrySubject): void {
  let at: Place;
  beforeEach(() => {
    at = new Place(subject);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "%d is refused, and with it the whole batch",
    async (bad) => {
      await expect(at.store.append(at.pump, [p(1, 1), p(2, bad), p(3, 3)])).rejects.toMatchObject({ fault: "invalid" });

      expect(await at.all()).toEqual([]);
      expect(await at.store.keys(at.pump)).toEqual([]);
    },
  );

  test.each(["", "x".repeat(257), "💡".repeat(257), "\ud800"])("[TEL3] the key %j is refused", async (key) => {
    await expect(at.store.append(at.pump, [p(1, 1, key)])).rejects.toMatchObject({ fault: "invalid" });
  });

  test.each([1.5, Number.NaN, 8.64e15 + 2, -8.64e15 - 2])("the time %d is refused", async (ts) => {
    await expect(at.store.append(at.pump, [p(ts, 1)])).rejects.toMatchObject({ fault: "invalid" });
  });

  test("a refused batch does not disturb those beside it", async () => {
    const results = await Promise.allSettled([
      at.store.append(at.pump, [p(1, 1)]),
      at.store.append(at.pump, [p(2, 2), p(3, Number.NaN)]),
      at.store.append(at.pump, [p(4, 4)]),
    ]);

    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await at.values()).toEqual([1, 4]);
  });

  test("an empty batch is acknowledged and stores nothing", async () => {
    await at.store.append(at.pump, []);

    expect(await at.store.keys(at.pump)).toEqual([]);
  });
}
