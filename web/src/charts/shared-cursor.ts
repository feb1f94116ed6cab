import { type PointerEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import type uPlot from "uplot";

type Listener = (ms: number | undefined) => void;

/** Everything on the page that draws time, and who of them has the pointer. */
const listeners = new Set<Listener>();
let pointed: { readonly ms: number | undefined; readonly by: Listener } | undefined;
let isAsked = false;

/** The pointer is at a moment, or nowhere: the others show it with the next frame, once, however often it moved. */
function pointAt(ms: number | undefined, by: Listener): void {
  pointed = { ms, by };
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    for (const listener of listeners) if (listener !== pointed?.by) listener(pointed?.ms);
  });
}

/** A chart shows the moment that others point at, and tells them where it is pointed at itself. */
export function sharingCursor(plot: uPlot): { readonly moved: () => void; readonly stop: () => void } {
  let isOver = false;
  let isSeen = true;
  const sight = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? true;
  });
  sight.observe(plot.root);
  const listener: Listener = (ms) => {
    if (!isSeen && ms !== undefined) return; // on a long page, most are out of sight
    const { min, max } = plot.scales["x"] ?? {};
    const seconds = (ms ?? Number.NaN) / 1_000;
    const isShown = seconds >= (min ?? 0) && seconds <= (max ?? 0);
    plot.setCursor({ left: isShown ? plot.valToPos(seconds, "x") : -10, top: -10 });
  };
  const moved = () => {
    const { idx, left = 0 } = plot.cursor;
    if (isOver) pointAt(idx == null ? undefined : plot.posToVal(left, "x") * 1_000, listener);
  };
  const over = () => {
    isOver = true;
  };
  const left = () => {
    if (isOver) pointAt(undefined, listener);
    isOver = false;
  };
  plot.over.addEventListener("pointerenter", over);
  plot.over.addEventListener("pointerleave", left);
  listeners.add(listener);
  const stop = () => {
    listeners.delete(listener);
    sight.disconnect();
    left();
  };
  return { moved, stop };
}

/** The same for rows that lie on an axis of time: a line that is moved, nothing is drawn anew. */
export function useSharedCursor(line: RefObject<HTMLElement | null>, from: number, to: number) {
  const range = useRef({ from, to });
  range.current = { from, to };
  const listener = useMemo<Listener>(
    () => (ms) => {
      const share = ((ms ?? Number.NaN) - range.current.from) / (range.current.to - range.current.from);
      const isShown = share >= 0 && share <= 1;
      if (line.current) line.current.style.cssText = isShown ? `left:${share * 100}%` : "display:none";
    },
    [line],
  );
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
  const tell = (ms: number | undefined) => {
    listener(ms);
    pointAt(ms, listener);
  };
  return {
    onPointerMove: ({ clientX }: PointerEvent) => {
      const { left = 0, width = 1 } = line.current?.parentElement?.getBoundingClientRect() ?? {};
      tell(range.current.from + ((clientX - left) / width) * (range.current.to - range.current.from));
    },
    onPointerLeave: () => tell(undefined),
  };
}
