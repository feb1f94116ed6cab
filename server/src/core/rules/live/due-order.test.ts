import fc from "fast-check";
import { expect, test } from "vitest";
import { DueOrder, notQueued } from "./due-order.ts";

test("[RUL3] what falls due is found in time, also when its moment moved, and nothing else is", () => {
  const event = fc.record({ item: fc.nat(9), due: fc.nat(100), passes: fc.nat(8) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const items = Array.from({ length: 10 }, () => ({ due: Number.POSITIVE_INFINITY, queuedAt: notQueued }));
      const order = new DueOrder<{ due: number; queuedAt: number }>();
      let now = 0;
      for (const { item, due, passes } of events) {
        const one = items[item] ?? { due: 0, queuedAt: notQueued };
        one.due = now + due;
        order.add(one);
        now += passes;
        const expected = items.filter((other) => other.due < now);
        expect(new Set(order.takeBefore(now))).toEqual(new Set(expected));
        for (const done of expected) done.due = Number.POSITIVE_INFINITY;
      }
    }),
    { numRuns: 200 },
  );
});
