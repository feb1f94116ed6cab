import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { MapBox } from "../../../map/map-box.tsx";
import { type MapFrame, shareIn, wayAfter } from "../../../map/map-frame.ts";
import { MapLines, originOf, pathOf } from "../../../map/map-lines.tsx";
import type { Position } from "../../../map/position.ts";
import { mapInfo, useMapSource } from "../../../map/tiles/map-source.ts";
import { type MapView, useMapView } from "../../../map/use-map-view.ts";

/**
 * Degrees the map shows at least: of coasts a part of a continent around the device, as there is nothing else to see; of a
 * map with streets those around it; of a way about as far as one walks.
 */
const leastOf = { coasts: 14, streets: 0.02, way: 0.01 };

const nowhere: readonly Position[] = [];

interface WorldMapProps extends Position {
  readonly label: string;
  /** Where it was lately; undefined while that is being read. */
  readonly way: readonly Position[] | undefined;
}

/** Where the device is, with the way that it came. */
export function WorldMap({ latitude, longitude, label, way }: WorldMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const place = useMemo(() => ({ latitude, longitude }), [latitude, longitude]);
  const since = useSince(way, place);
  const places = useMemo(() => [...(way ?? nowhere), ...since], [way, since]);
  const { data: map, isLoading } = useQuery(mapInfo(useMapSource()));
  const isWay = places.some((one) => one.latitude !== latitude || one.longitude !== longitude); // one that stands has none
  const least = isWay ? leastOf.way : map?.file ? leastOf.streets : leastOf.coasts;
  const view = useMapView(box, isLoading || !way ? nowhere : places, { least });
  useFollowing(view, place);
  return (
    <MapBox {...{ box, view, label }} className="position-map">
      {(frame) => {
        const { x, y } = shareIn(frame, place);
        return (
          <>
            {isWay && <Way {...{ frame, places }} />}
            <span className="map-mark" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
          </>
        );
      }}
    </MapBox>
  );
}

/** A way is read by the minute; places that come meanwhile would be more only if it were not. */
const mostSince = 600;

/** Where it was since the way was read: it drives round bends, too, until the next reading. */
function useSince(way: readonly Position[] | undefined, place: Position): readonly Position[] {
  const seen = useRef({ way, places: nowhere });
  if (seen.current.way !== way) seen.current = { way, places: nowhere };
  const { places } = seen.current;
  if (places.at(-1) !== place) seen.current = { way, places: [...places, place].slice(-mostSince) };
  return seen.current.places;
}

interface WayProps {
  readonly frame: MapFrame;
  readonly places: readonly Position[];
}

function Way({ frame, places }: WayProps) {
  const origin = useMemo(() => originOf(places), [places]);
  const path = useMemo(() => pathOf(places, origin), [places, origin]);
  return (
    <MapLines {...{ frame, origin }}>
      <path className="track" d={path} />
    </MapLines>
  );
}

/** Who looked closer goes on seeing a device that drives; who looks elsewhere stays there. */
function useFollowing({ frame, isMoved, move }: MapView, place: Position): void {
  const before = useRef(place);
  useEffect(() => {
    const way = frame && isMoved ? wayAfter(frame, before.current, place) : undefined;
    before.current = place;
    if (way) move(way.x, way.y);
  }, [frame, isMoved, move, place]);
}
