import { type RefObject, useEffect, useMemo, useState } from "react";
import { frameOf, type MapFrame, moved, reshaped, zoomed } from "./map-frame.ts";
import type { Position } from "./position.ts";

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** What is in view, and how that is changed. The functions are others only when the places or the box are. */
export interface MapView {
  /** Undefined before the size of the box is known, and where there is nothing to show. */
  readonly frame: MapFrame | undefined;
  readonly size: BoxSize | undefined;
  /** Somebody looks at something else than everything. */
  readonly isMoved: boolean;
  /** Shares of width and height. */
  readonly move: (x: number, y: number) => void;
  readonly zoom: (factor: number, x?: number, y?: number) => void;
  readonly show: (places: readonly Position[]) => void;
  readonly showAll: () => void;
}

interface ViewTerms {
  /** Degrees that are shown at least. */
  readonly least?: number;
  /** What is in view stays when the places change, also before anybody moved it. */
  readonly stays?: boolean;
}

/** A frame of some shape, and whether somebody chose it. */
interface Held {
  readonly frame: MapFrame;
  readonly isMoved: boolean;
}

/** Everything at first; then what people look at, whatever changes meanwhile. */
export function useMapView(
  box: RefObject<HTMLElement | null>,
  places: readonly Position[],
  { least, stays = false }: ViewTerms = {},
): MapView {
  const size = useSize(box);
  const [held, setHeld] = useState<Held>();
  const aspect = size && size.width / size.height;
  const all = useMemo(
    () => (aspect === undefined ? undefined : frameOf(places, aspect, least)),
    [places, aspect, least],
  );
  if (stays && !held && all) setHeld({ frame: all, isMoved: false });
  const frame = held && aspect !== undefined ? reshaped(held.frame, aspect) : all;
  const functions = useMemo(() => {
    /** From what is held at that moment: several steps may come before the next drawing. */
    const change = (next: (now: MapFrame) => MapFrame | undefined) =>
      setHeld((before) => {
        const shown = before && aspect !== undefined ? reshaped(before.frame, aspect) : all;
        const after = shown && next(shown);
        return after ? { frame: after, isMoved: true } : before;
      });
    return {
      move: (x: number, y: number) => change((now) => moved(now, x, y)),
      zoom: (factor: number, x?: number, y?: number) => change((now) => zoomed(now, factor, x, y)),
      show: (some: readonly Position[]) =>
        change(() => (aspect === undefined ? undefined : frameOf(some, aspect, least))),
      showAll: () => setHeld(stays && all ? { frame: all, isMoved: false } : undefined),
    };
  }, [all, aspect, least, stays]);
  return { frame, size, isMoved: held?.isMoved ?? false, ...functions };
}

/** Undefined before it is known. */
function useSize(box: RefObject<HTMLElement | null>): BoxSize | undefined {
  const [size, setSize] = useState<BoxSize>();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
