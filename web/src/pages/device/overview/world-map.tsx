import { useMemo, useRef } from "react";
import { MapBox } from "../../../map/map-box.tsx";
import { shareIn } from "../../../map/map-frame.ts";
import type { Position } from "../../../map/position.ts";
import { useMapView } from "../../../map/use-map-view.ts";

/** Degrees the map shows at first: a part of a continent around the device. */
const usualSpan = 14;

export function WorldMap({ latitude, longitude, label }: Position & { readonly label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const place = useMemo(() => ({ latitude, longitude }), [latitude, longitude]);
  const places = useMemo(() => [place], [place]);
  const view = useMapView(box, places, { least: usualSpan });
  return (
    <MapBox {...{ box, view, label }} className="position-map">
      {(frame) => {
        const { x, y } = shareIn(frame, place);
        return <span className="map-mark" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />;
      }}
    </MapBox>
  );
}
