import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { MapBox } from "../../../map/map-box.tsx";
import { shareIn, wayAfter } from "../../../map/map-frame.ts";
import type { Position } from "../../../map/position.ts";
import { mapInfo, useMapSource } from "../../../map/tiles/map-source.ts";
import { type MapView, useMapView } from "../../../map/use-map-view.ts";

/** Degrees the map shows at first: of coasts a part of a continent around the device, of a map with streets what is near. */
const spanOf = { coasts: 14, streets: 0.15 };

const nowhere: readonly Position[] = [];

export function WorldMap({ latitude, longitude, label }: Position & { readonly label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const place = useMemo(() => ({ latitude, longitude }), [latitude, longitude]);
  const places = useMemo(() => [place], [place]);
  const { data: map, isLoading } = useQuery(mapInfo(useMapSource()));
  const least = map?.file ? spanOf.streets : spanOf.coasts;
  const view = useMapView(box, isLoading ? nowhere : places, { least });
  useFollowing(view, place);
  return (
    <MapBox {...{ box, view, label }} className="position-map">
      {(frame) => {
        const { x, y } = shareIn(frame, place);
        return <span className="map-mark" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />;
      }}
    </MapBox>
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
