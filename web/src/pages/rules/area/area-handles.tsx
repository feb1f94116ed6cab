import { type AreaCondition, areaCornersAtMost } from "@heliograph/contract";
import type { RefObject } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { distanceOf, placeAt, ringOf, tidyPlace, tidyRadius, withCorner } from "../../../map/area.ts";
import type { MapFrame } from "../../../map/map-frame.ts";
import type { Position } from "../../../map/position.ts";
import { replacedAt } from "../../device-types/draft.ts";
import { leastCorners } from "../editor/corner-fields.tsx";
import { Handle } from "./handle.tsx";

interface AreaHandlesProps {
  readonly area: AreaCondition;
  readonly frame: MapFrame;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onChange: (area: AreaCondition) => void;
}

/** What an area is dragged by, and moved with the arrow keys. */
export function AreaHandles(props: AreaHandlesProps) {
  return props.area.circle ? (
    <CircleHandles {...props} circle={props.area.circle} />
  ) : (
    <CornerHandles {...props} corners={props.area.corners ?? []} />
  );
}

type CircleProps = AreaHandlesProps & { readonly circle: NonNullable<AreaCondition["circle"]> };

const toTheEast = Math.PI / 2;

function CircleHandles({ area, circle, onChange, ...rest }: CircleProps) {
  const w = useMessages().rules.areas;
  const set = (part: Partial<typeof circle>) => onChange({ ...area, circle: { ...circle, ...part } });
  return (
    <>
      <Handle {...rest} label={w.middle} kind="middle" place={circle} onMove={(to) => set(tidyPlace(to))} />
      <Handle
        {...rest}
        label={w.edge}
        kind="edge"
        place={placeAt(circle, circle.radius, toTheEast)}
        onMove={(to) => set({ radius: tidyRadius(distanceOf(circle, to)) })}
      />
    </>
  );
}

type CornerProps = AreaHandlesProps & { readonly corners: readonly Position[] };

function CornerHandles({ area, corners, onChange, ...rest }: CornerProps) {
  const w = useMessages().rules.areas;
  const ring = ringOf(area);
  const set = (next: Position[]) => onChange({ ...area, corners: next });
  const remove = (at: number) => corners.length > leastCorners && set(corners.toSpliced(at, 1));
  return (
    <>
      {corners.length < areaCornersAtMost &&
        ring.map((corner, at) => (
          <Handle
            // biome-ignore lint/suspicious/noArrayIndexKey: an edge is its place
            key={`edge ${at}`}
            {...rest}
            label={w.addCorner}
            kind="between"
            place={between(corner, ring[(at + 1) % ring.length] ?? corner)}
            onPress={(place) => set(withCorner(corners, at, place))}
          />
        ))}
      {ring.map((corner, at) => (
        <Handle
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place
          key={at}
          {...rest}
          label={w.corner(at + 1)}
          kind="corner"
          place={corner}
          onMove={(to) => set(replacedAt(corners, at, tidyPlace(to)))}
          onRemove={() => remove(at)}
        />
      ))}
    </>
  );
}

const between = (a: Position, b: Position): Position => ({
  latitude: (a.latitude + b.latitude) / 2,
  longitude: (a.longitude + b.longitude) / 2,
});
