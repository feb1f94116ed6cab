import { type RefObject, useEffect, useState } from "react";
import { frameOf, type MapFrame, reshaped, zoomed } from "../../../map/map-frame.ts";
import type { Position } from "../../../map/position.ts";

/** About a hundred metres: areas may be as small as a yard. */
const leastSpan = 0.001;

/** What is in view: everything at first; then what people look at, whatever they change meanwhile. */
export function useMapView(box: RefObject<HTMLElement | null>, places: readonly Position[]) {
  const aspect = useAspect(box);
  const [held, setFrame] = useState<MapFrame>();
  const all = () => (aspect === undefined ? undefined : frameOf(places, aspect, leastSpan));
  if (!held && aspect !== undefined && places.length > 0) setFrame(all());
  const frame = held && aspect !== undefined ? reshaped(held, aspect) : undefined;
  return {
    frame,
    zoom: (factor: number) => frame && setFrame(zoomed(frame, factor)),
    pan: (north: number, east: number) =>
      frame && setFrame({ ...frame, top: frame.top - north, left: frame.left + east * frame.narrowing }),
    showAll: () => setFrame(all()),
  };
}

/** Width by height; undefined before it is known. */
function useAspect(box: RefObject<HTMLElement | null>): number | undefined {
  const [aspect, setAspect] = useState<number>();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0) setAspect(width / height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return aspect;
}
