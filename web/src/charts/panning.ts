import type uPlot from "uplot";

export interface View {
  /** In seconds. */
  readonly range: () => [number, number];
  /** Shows another range at once, from what is there. */
  readonly show: (from: number, to: number) => void;
  /** The hand lets go: this is the range from now on. */
  readonly settle: (fromMs: number, toMs: number) => void;
}

/** Dragging with Shift moves the chart under the pointer. Returns the way to stop listening. */
export function panning(plot: uPlot, view: View): () => void {
  let start: { readonly x: number; readonly range: [number, number] } | undefined;
  const moved = (event: PointerEvent): [number, number] | undefined => {
    if (!start) return undefined;
    const [from, to] = start.range;
    const shift = ((start.x - event.clientX) / plot.over.clientWidth) * (to - from);
    return [from + shift, to + shift];
  };
  const down = (event: PointerEvent) => {
    if (!event.shiftKey || event.button !== 0) return;
    start = { x: event.clientX, range: view.range() };
    plot.over.setPointerCapture(event.pointerId);
    plot.over.classList.add("panning");
  };
  const move = (event: PointerEvent) => {
    const range = moved(event);
    if (range) view.show(...range);
  };
  const up = (event: PointerEvent) => {
    const range = moved(event);
    start = undefined;
    plot.over.classList.remove("panning");
    if (range) view.settle(Math.round(range[0] * 1_000), Math.round(range[1] * 1_000));
  };
  plot.over.addEventListener("pointerdown", down);
  plot.over.addEventListener("pointermove", move);
  plot.over.addEventListener("pointerup", up);
  return () => {
    plot.over.removeEventListener("pointerdown", down);
    plot.over.removeEventListener("pointermove", move);
    plot.over.removeEventListener("pointerup", up);
  };
}
