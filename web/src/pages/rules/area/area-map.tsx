import type { AreaCondition } from "@heliograph/contract";
import { useMemo, useRef, useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { movedArea, nearLongitude, ringOf } from "../../../map/area.ts";
import { MapBox } from "../../../map/map-box.tsx";
import { type MapFrame, middleOf, placeIn, shareIn } from "../../../map/map-frame.ts";
import { MapLines, originOf, pathOf } from "../../../map/map-lines.tsx";
import type { Placed, Position } from "../../../map/position.ts";
import { useMapView } from "../../../map/use-map-view.ts";
import { AreaHandles } from "./area-handles.tsx";

interface AreaMapProps {
  readonly area: AreaCondition;
  readonly track: readonly Placed[];
  /** Whose track it is. */
  readonly name: string;
  readonly onChange: ((area: AreaCondition) => void) | undefined;
}

/** About a hundred metres: areas may be as small as a yard. */
const leastSpan = 0.001;

/** The track, the area and what it is dragged by. Dragging beside it moves the map. */
export function AreaMap({ area, track, name, onChange }: AreaMapProps) {
  const m = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const places = useMemo(() => [...ringOf(area), ...track], [area, track]);
  const view = useMapView(box, places, { least: leastSpan, stays: true });
  const drag = useAreaDrag(box, view.frame, (north, east) => onChange?.({ ...area, ...movedArea(area, north, east) }));
  const last = track.at(-1);
  return (
    <MapBox {...{ box, view }} label={m.rules.areas.map} className="area-map" byOneFinger>
      {(frame) => (
        <>
          <AreaLines {...{ frame, area, track }} drag={onChange && drag} />
          {last && <span className="map-mark area-last" style={styleOf(frame, last)} title={name} />}
          {onChange && <AreaHandles {...{ area, frame, box, onChange }} />}
        </>
      )}
    </MapBox>
  );
}

interface AreaLinesProps extends Pick<AreaMapProps, "area" | "track"> {
  readonly frame: MapFrame;
  readonly drag: ReturnType<typeof useAreaDrag> | undefined;
}

function AreaLines({ frame, area, track, drag }: AreaLinesProps) {
  const near = (places: readonly Position[]) => places.map((place) => nearTo(frame, place));
  const ring = near(ringOf(area));
  const origin = originOf(ring);
  return (
    <MapLines {...{ frame, origin }}>
      <path className="track" d={pathOf(near(track), origin)} />
      <path className="area-shape" data-own-drag data-where={area.where} d={`${pathOf(ring, origin)}Z`} {...drag} />
    </MapLines>
  );
}

/** On the side of the date line that is in view. */
const nearTo = (frame: MapFrame, place: Position): Position => ({
  ...place,
  longitude: nearLongitude(place.longitude, middleOf(frame)),
});

/** Where a mark stands over the map. */
function styleOf(frame: MapFrame, place: Position) {
  const { x, y } = shareIn(frame, nearTo(frame, place));
  return { left: `${x * 100}%`, top: `${y * 100}%` };
}

/** Tells each step of a drag of the area, in degrees. */
function useAreaDrag(
  box: React.RefObject<HTMLDivElement | null>,
  frame: MapFrame | undefined,
  onStep: (north: number, east: number) => void,
) {
  const [held, setHeld] = useState<Position>();
  const placeOf = ({ clientX, clientY }: React.PointerEvent) => {
    const at = box.current?.getBoundingClientRect();
    return at && frame && placeIn(frame, (clientX - at.left) / at.width, (clientY - at.top) / at.height);
  };
  return {
    onPointerDown: (event: React.PointerEvent<SVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setHeld(placeOf(event));
    },
    onPointerMove: (event: React.PointerEvent<SVGElement>) => {
      const to = held && placeOf(event);
      if (!held || !to) return;
      setHeld(to);
      onStep(to.latitude - held.latitude, to.longitude - held.longitude);
    },
    onPointerUp: () => setHeld(undefined),
    onPointerCancel: () => setHeld(undefined),
  };
}
