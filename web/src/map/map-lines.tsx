import type { ReactNode } from "react";
import { type MapFrame, xIn, yIn } from "./map-frame.ts";
import type { Position } from "./position.ts";

/** From where lines are counted: browsers draw with few digits, so that a whole world has no metres. */
export interface Origin {
  readonly x: number;
  readonly y: number;
}

export const originOf = (places: readonly Position[]): Origin => {
  const [first] = places;
  return first ? { x: xIn(first), y: yIn(first) } : { x: 0, y: 0 };
};

export const pathOf = (places: readonly Position[], origin: Origin): string =>
  places.length === 0
    ? ""
    : `M${places.map((one) => `${(xIn(one) - origin.x).toFixed(6)} ${(yIn(one) - origin.y).toFixed(6)}`).join("L")}`;

interface MapLinesProps {
  readonly frame: MapFrame;
  readonly origin: Origin;
  readonly children: ReactNode;
}

/** Ways and areas over the map. */
export const MapLines = ({ frame, origin, children }: MapLinesProps) => (
  <svg
    className="map-lines"
    viewBox={`${frame.left - origin.x} ${frame.top - origin.y} ${frame.width} ${frame.height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {children}
  </svg>
);
