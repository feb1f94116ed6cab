import { useQuery } from "@tanstack/react-query";
import { nearLongitude } from "./area.ts";
import { coasts } from "./coasts.ts";
import { type MapFrame, middleOf } from "./map-frame.ts";
import { closeUp, isOnLand, worldCopies } from "./on-land.ts";

/** The coasts of the world; close up there is only one of both, land or water. */
export function Land({ frame }: { readonly frame: MapFrame }) {
  const { data: land = "" } = useQuery(coasts);
  const { left, top, width, height } = frame;
  const isClose = width < closeUp;
  const isLand = isClose && isOnLand(land, nearLongitude(middleOf(frame), 0), top + height / 2);
  return (
    <svg
      className="map-land"
      data-land={isLand || undefined}
      viewBox={`${left} ${top} ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {!isClose &&
        worldCopies.map((shift) => <path key={shift} className="land" d={land} transform={`translate(${shift})`} />)}
    </svg>
  );
}
