import { type RefObject, useState } from "react";
import { nearLongitude } from "../../../map/area.ts";
import { type MapFrame, middleOf, placeIn, shareIn } from "../../../map/map-frame.ts";
import { type Position, positionText } from "../../../map/position.ts";

interface HandleProps {
  readonly label: string;
  readonly kind: "middle" | "edge" | "corner" | "between";
  readonly place: Position;
  readonly frame: MapFrame;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onMove?: (to: Position) => void;
  readonly onPress?: (place: Position) => void;
  readonly onRemove?: () => void;
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Shares of the height of the map. */
const [step, largeStep] = [0.005, 0.05];

/** A point of an area: dragged, or moved with the arrow keys in steps of what is in view. */
export function Handle({ label, kind, place, frame, box, onMove, onPress, onRemove }: HandleProps) {
  const [isHeld, setHeld] = useState(false);
  const seen = { ...place, longitude: nearLongitude(place.longitude, middleOf(frame)) };
  const { x, y } = shareIn(frame, seen);
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  const moveBy = ([across, down]: readonly [number, number], size: number) =>
    onMove?.(placeIn(frame, x + (across * size * frame.height) / frame.width, y + down * size));
  const follow = ({ clientX, clientY }: React.PointerEvent) => {
    const at = box.current?.getBoundingClientRect();
    if (at) onMove?.(placeIn(frame, (clientX - at.left) / at.width, (clientY - at.top) / at.height));
  };
  return (
    <button
      type="button"
      className="area-handle"
      data-kind={kind}
      aria-label={`${label}: ${positionText(place)}`}
      title={label}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      onPointerDown={(event) => {
        if (!onMove) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
      }}
      onPointerMove={(event) => isHeld && follow(event)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onDoubleClick={onRemove}
      onClick={() => onPress?.(place)}
      onKeyDown={(event) => {
        const way = arrows[event.key];
        if (way && onMove) moveBy(way, event.shiftKey ? largeStep : step);
        else if ((event.key === "Delete" || event.key === "Backspace") && onRemove) onRemove();
        else return;
        event.preventDefault();
      }}
    />
  );
}
