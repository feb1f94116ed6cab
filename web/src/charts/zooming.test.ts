import { expect, test, vi } from "vitest";
import { pinchedTo, zoomedAt } from "./zoomed.ts";
import { zooming } from "./zooming.ts";

test("[DSH1] what lies under the pointer or between two fingers stays there", () => {
  expect(zoomedAt([0, 100], 0.25, 2)).toEqual([12.5, 62.5]);
  expect(zoomedAt([0, 100], 0.25, 0.5)).toEqual([-25, 175]);
  expect(zoomedAt([0, 1], 0, 1e9)).toEqual([0, 0.01]);
  expect(pinchedTo([0, 100], { middle: 0.5, apart: 50 }, { middle: 0.5, apart: 100 })).toEqual([25, 75]);
  expect(pinchedTo([0, 100], { middle: 0.5, apart: 50 }, { middle: 0.75, apart: 50 })).toEqual([-25, 75]);
});

function charted() {
  const over = Object.assign(new EventTarget(), { getBoundingClientRect: () => ({ left: 0, width: 100 }) });
  const settle = vi.fn();
  let range: [number, number] = [0, 100];
  const show = (from: number, to: number) => {
    range = [from, to];
  };
  zooming({ over: over as unknown as HTMLDivElement }, { range: () => range, show, settle });
  const send = (type: string, fields: object) => {
    const event = Object.assign(new Event(type, { cancelable: true }), fields);
    over.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { send, settle, range: () => range };
}

const touches = (...xs: readonly number[]) => ({ targetTouches: xs.map((clientX) => ({ clientX, clientY: 0 })) });

test("[DSH1] the wheel zooms with Ctrl only, and one gesture is one step", () => {
  vi.useFakeTimers();
  const { send, settle, range } = charted();

  expect(send("wheel", { deltaY: -100, clientX: 50 })).toBe(false);
  expect(range()).toEqual([0, 100]);
  for (const _ of [1, 2, 3]) expect(send("wheel", { deltaY: -100, clientX: 50, ctrlKey: true })).toBe(true);
  expect(settle).not.toHaveBeenCalled();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(settle.mock.calls).toEqual([range().map((seconds) => Math.round(seconds * 1_000))]);
  expect(range()[1] - range()[0]).toBeCloseTo(100 / 1.002 ** 300);
});

test("[DSH1] one finger scrolls the page, two zoom, in one step", () => {
  const { send, settle } = charted();

  expect([send("touchstart", touches(40)), send("touchmove", touches(60))]).toEqual([false, false]);
  expect(send("touchstart", touches(40, 60))).toBe(true);
  send("touchmove", touches(35, 65));
  send("touchmove", touches(30, 70));
  send("touchend", touches(30));
  send("touchend", touches());
  expect(settle.mock.calls).toEqual([[25_000, 75_000]]);
});
