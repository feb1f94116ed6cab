import type uPlot from "uplot";
import type { View } from "./panning.ts";
import { type Pinch, pinchedTo, type Range, zoomedAt } from "./zoomed.ts";

/** Of a turn of the wheel by one pixel, as on maps. */
const wheelFactor = 1.002;
/** A wheel that counts in lines rather than pixels (Firefox). */
const lineOfWheel = 16;
/** A wheel that rests so long was let go. */
const wheelRestsMs = 300;

type Over = Pick<uPlot, "over">;

/** The wheel with Ctrl, or two fingers, show more or less time; each gesture is one step back. Returns the way to stop listening. */
export function zooming(plot: Over, view: View): () => void {
  const stops = [wheeling(plot, view), pinching(plot, view)];
  return () => {
    for (const stop of stops) stop();
  };
}

const settleAt = (view: View, [from, to]: Range): void => view.settle(Math.round(from * 1_000), Math.round(to * 1_000));

/** With Ctrl, as pages and maps are zoomed and as touch pads tell a pinch; else the page is scrolled. */
function wheeling({ over }: Over, view: View): () => void {
  let range: Range | undefined; // of this gesture: a chart that moves with the clock must not take it back
  let rest: ReturnType<typeof setTimeout> | undefined;
  const letGo = () => {
    if (range) settleAt(view, range);
    range = undefined;
  };
  const turned = (event: WheelEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const { left, width } = over.getBoundingClientRect();
    const pixels = event.deltaMode === 1 ? event.deltaY * lineOfWheel : event.deltaY;
    range = zoomedAt(range ?? view.range(), (event.clientX - left) / width, wheelFactor ** -pixels);
    view.show(...range);
    clearTimeout(rest);
    rest = setTimeout(letGo, wheelRestsMs);
  };
  over.addEventListener("wheel", turned, { passive: false });
  return () => {
    clearTimeout(rest);
    over.removeEventListener("wheel", turned);
  };
}

/** One finger scrolls the page, as everywhere. */
function pinching({ over }: Over, view: View): () => void {
  let start: { readonly pinch: Pinch; readonly range: Range } | undefined;
  let range: Range | undefined;
  const down = (event: TouchEvent) => {
    const pinch = pinchOf(event, over);
    if (!pinch) return;
    event.preventDefault();
    start = { pinch, range: range ?? view.range() };
  };
  const move = (event: TouchEvent) => {
    const pinch = pinchOf(event, over);
    if (!start || !pinch) return;
    event.preventDefault();
    range = pinchedTo(start.range, start.pinch, pinch);
    view.show(...range);
  };
  const up = () => {
    if (start && range) settleAt(view, range);
    start = undefined;
    range = undefined;
  };
  over.addEventListener("touchstart", down, { passive: false });
  over.addEventListener("touchmove", move, { passive: false });
  over.addEventListener("touchend", up);
  over.addEventListener("touchcancel", up);
  return () => {
    over.removeEventListener("touchstart", down);
    over.removeEventListener("touchmove", move);
    over.removeEventListener("touchend", up);
    over.removeEventListener("touchcancel", up);
  };
}

function pinchOf({ targetTouches }: TouchEvent, over: HTMLElement): Pinch | undefined {
  const [one, other] = [targetTouches[0], targetTouches[1]];
  if (!one || !other || targetTouches.length > 2) return undefined;
  const { left, width } = over.getBoundingClientRect();
  return {
    middle: ((one.clientX + other.clientX) / 2 - left) / width,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}
