import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { type DeviceEvent, pageOfEvents } from "./timeline.ts";

const event = (time: number, id: string): DeviceEvent => ({
  ...{ id, time: epochMs(time), kind: "FILE", what: "RECEIVED", text: id, detail: null },
  ...{ by: null, severity: null, failed: false, reference: null },
});
const happened = [event(1, "a"), event(5, "c"), event(5, "b"), event(5, "d"), event(9, "e")];
/** What a store answers that is asked for the newest up to a moment. */
const upTo = (time: number) => happened.filter((one) => one.time <= time);

test("[#17.22] a timeline is walked page by page, and what happened in one millisecond comes once each", () => {
  const walked: string[][] = [];
  let from: { time: ReturnType<typeof epochMs>; told: number } | null = { time: epochMs(9), told: 0 };
  while (from) {
    const { events, next } = pageOfEvents(upTo(from.time), from, 2);
    walked.push(events.map(({ id }) => id));
    from = next;
  }

  expect(walked).toEqual([["e", "b"], ["c", "d"], ["a"]]);
});

test("[#17.22] a page that is the last says so, and one behind the end is empty", () => {
  const whole = { time: epochMs(9), told: 0 };

  expect(pageOfEvents(happened, whole, 5).next).toBeNull();
  expect(pageOfEvents(happened, whole, 4).next).toEqual({ time: 5, told: 3 });
  expect(pageOfEvents([event(1, "a")], { time: epochMs(1), told: 1 }, 5)).toEqual({ events: [], next: null });
});
