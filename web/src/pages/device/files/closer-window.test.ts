import { expect, test } from "vitest";
import { closerWindow } from "./closer-window.ts";

const span = (startTime: number, endTime: number) => ({ startTime, endTime });

test("[FILE7] a file is zoomed no closer than to its samples, around what was asked for", () => {
  expect(closerWindow(span(0, 1_000), span(100, 400), 40)).toEqual(span(100, 400));
  expect(closerWindow(span(0, 1_000), span(100, 110), 40)).toEqual(span(85, 125));
});

test("[FILE7] at the closest a further zoom is no step, but moving and zooming out are", () => {
  expect(closerWindow(span(85, 125), span(100, 110), 40)).toBeUndefined();
  expect(closerWindow(span(85, 125), span(95, 135), 40)).toEqual(span(95, 135));
  expect(closerWindow(span(85, 125), span(80, 130), 40)).toEqual(span(80, 130));
});
