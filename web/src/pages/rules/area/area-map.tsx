import type { AreaCondition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { movedArea, nearLongitude, ringOf } from "../../../map/area.ts";
import { coasts } from "../../../map/coasts.ts";
import { type MapFrame, placeIn, shareIn, xIn, yIn } from "../../../map/map-frame.ts";
import { closeUp, isOnLand, turns } from "../../../map/on-land.ts";
import type { Placed, Position } from "../../../map/position.ts";
import { ScaleBar } from "../../../map/scale-bar.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { AreaHandles } from "./area-handles.tsx";
import { useMapView } from "./use-map-view.ts";

interface AreaMapProps {
  readonly area: AreaCondition;
  readonly track: readonly Placed[];
  /** Whose track it is. */
  readonly name: string;
  readonly onChange: ((area: AreaCondition) => void) | undefined;
}

/** Coasts, the track, the area and what it is dragged by. Dragging beside it moves the map. */
export function AreaMap({ area, track, name, onChange }: AreaMapProps) {
  const m = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const view = useMapView(box, [...ringOf(area), ...track]);
  const { frame } = view;
  const drag = useDragging(box, frame, (kind, from, to) => {
    const [north, east] = [to.latitude - from.latitude, to.longitude - from.longitude];
    if (kind === "map") view.pan(-north, -east);
    else onChange?.({ ...area, ...movedArea(area, north, east) });
  });
  const last = track.at(-1);
  return (
    <div className="area-map" ref={box}>
      {frame && (
        <>
          <svg
            className="world-map"
            viewBox={`${frame.left} ${frame.top} ${frame.width} ${frame.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={m.rules.areas.map}
            {...drag("map")}
          >
            <Land frame={frame} />
            <path className="track" d={pathOf(frame, track)} />
            <path
              className="area-shape"
              data-where={area.where}
              d={`${pathOf(frame, ringOf(area))}Z`}
              {...(onChange && drag("area"))}
            />
          </svg>
          {last && <span className="map-mark area-last" style={styleOf(frame, last)} title={name} />}
          {onChange && <AreaHandles {...{ area, frame, box }} onChange={onChange} />}
          <ScaleBar frame={frame} />
        </>
      )}
      <div className="area-tools">
        <ToolButton label={m.rules.areas.zoomIn} icon="zoomIn" onClick={() => view.zoom(2)} />
        <ToolButton label={m.rules.areas.zoomOut} icon="zoomOut" onClick={() => view.zoom(0.5)} />
        <button type="button" className="button small" onClick={view.showAll}>
          {m.rules.areas.showAll}
        </button>
      </div>
    </div>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly icon: "zoomIn" | "zoomOut";
  readonly onClick: () => void;
}

const ToolButton = ({ label, icon, onClick }: ToolButtonProps) => (
  <button type="button" className="button square small" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

/** Close up there is only one of both: land or water. */
function Land({ frame }: { readonly frame: MapFrame }) {
  const { data: land = "" } = useQuery(coasts);
  if (frame.width >= closeUp)
    return turns.map((turn) => (
      <path key={turn} className="land" d={land} transform={`scale(${frame.narrowing} 1) translate(${turn})`} />
    ));
  const { latitude, longitude } = placeIn(frame, 0.5, 0.5);
  if (land === "" || !isOnLand(land, nearLongitude(longitude, 0), -latitude)) return null;
  return <rect className="land" x={frame.left} y={frame.top} width={frame.width} height={frame.height} />;
}

const pathOf = (frame: MapFrame, places: readonly Position[]): string =>
  places.length === 0 ? "" : `M${places.map((one) => `${x(frame, one).toFixed(6)} ${yIn(one).toFixed(6)}`).join("L")}`;

/** On the side of the date line that is in view. */
const x = (frame: MapFrame, place: Position): number =>
  xIn(frame, {
    ...place,
    longitude: nearLongitude(place.longitude, (frame.left + frame.width / 2) / frame.narrowing),
  });

/** Where a mark stands over the map. */
function styleOf(frame: MapFrame, place: Position) {
  const longitude = nearLongitude(place.longitude, (frame.left + frame.width / 2) / frame.narrowing);
  const share = shareIn(frame, { ...place, longitude });
  return { left: `${share.x * 100}%`, top: `${share.y * 100}%` };
}

type Dragged = "map" | "area";

/** Tells each step of a drag, from where to where. */
function useDragging(
  box: React.RefObject<HTMLDivElement | null>,
  frame: MapFrame | undefined,
  onStep: (kind: Dragged, from: Position, to: Position) => void,
) {
  const [held, setHeld] = useState<{ readonly kind: Dragged; readonly x: number; readonly y: number }>();
  const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const place = box.current?.getBoundingClientRect();
    if (!place || !frame) return undefined;
    return placeIn(frame, (clientX - place.left) / place.width, (clientY - place.top) / place.height);
  };
  return (kind: Dragged) => ({
    onPointerDown: (event: React.PointerEvent<SVGElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      setHeld({ kind, x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: React.PointerEvent<SVGElement>) => {
      if (held?.kind !== kind) return;
      const [from, to] = [placeOf({ clientX: held.x, clientY: held.y }), placeOf(event)];
      if (!from || !to) return;
      setHeld({ kind, x: event.clientX, y: event.clientY });
      onStep(kind, from, to);
    },
    onPointerUp: () => setHeld(undefined),
    onPointerCancel: () => setHeld(undefined),
  });
}
