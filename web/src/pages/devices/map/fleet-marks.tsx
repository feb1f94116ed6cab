import { Link } from "@tanstack/react-router";
import { memo, useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { type Cluster, inView } from "../../../map/clusters.ts";
import type { MapFrame } from "../../../map/map-frame.ts";
import { SeverityMark } from "../../../ui/severity.tsx";
import { type FleetPlace, worstOf } from "./fleet-places.ts";

/** Names of more than that would lie over each other. */
const namesAtMost = 12;
/** From here on there is no room to the right: the name stands to the left of its mark. */
const farRight = 0.78;
/** Marks so far beyond the edges are there already, as a share of the view. */
const beyond = 0.5;

interface FleetMarksProps {
  readonly frame: MapFrame;
  readonly marks: readonly Cluster<FleetPlace>[];
  readonly onOpen: (members: readonly FleetPlace[]) => void;
}

/** While the map is moved all marks are moved as one; only now and then they are placed anew. */
export function FleetMarks({ frame, marks, onOpen }: FleetMarksProps) {
  const [held, setHeld] = useState(frame);
  const isNear =
    held.width === frame.width &&
    held.height === frame.height &&
    Math.abs(held.left - frame.left) < beyond * frame.width &&
    Math.abs(held.top - frame.top) < beyond * frame.height;
  if (!isNear) setHeld(frame);
  const anchor = isNear ? held : frame;
  const [x, y] = [(anchor.left - frame.left) / frame.width, (anchor.top - frame.top) / frame.height];
  return (
    <div className="map-marks" style={{ transform: `translate(${x * 100}%, ${y * 100}%)` }}>
      <PlacedMarks {...{ anchor, marks, onOpen }} />
    </div>
  );
}

const PlacedMarks = memo(
  ({ anchor, marks, onOpen }: Omit<FleetMarksProps, "frame"> & { readonly anchor: MapFrame }) => {
    const isNamed = inView(marks, anchor, 0).length <= namesAtMost;
    return inView(marks, anchor, beyond).map((mark) => (
      <Mark key={mark.members[0]?.device.id} {...{ mark, anchor, isNamed, onOpen }} />
    ));
  },
);

interface MarkProps extends Pick<FleetMarksProps, "onOpen"> {
  readonly mark: Cluster<FleetPlace>;
  readonly anchor: MapFrame;
  readonly isNamed: boolean;
}

function Mark({ mark, anchor, isNamed, onOpen }: MarkProps) {
  const m = useMessages();
  const [x, y] = [(mark.x - anchor.left) / anchor.width, (mark.y - anchor.top) / anchor.height];
  const style = { left: `${x * 100}%`, top: `${y * 100}%` };
  const [first, ...others] = mark.members;
  const worst = worstOf(mark.members);
  if (!first) return null;
  const colour = `severity-${worst?.toLowerCase() ?? "none"}`;
  if (others.length > 0) {
    const words = m.dashboards.devicesHere(mark.members.length);
    return (
      <button
        type="button"
        className={`map-mark map-cluster ${colour}`}
        style={style}
        aria-label={worst ? `${words}, ${m.alarms.severities[worst]}` : words}
        onClick={() => onOpen(mark.members)}
      >
        {mark.members.length}
      </button>
    );
  }
  const { device } = first;
  const state = worst ? m.alarms.severities[worst] : device.active ? m.devices.active : m.devices.inactive;
  return (
    <Link
      to="/devices/$deviceId"
      params={{ deviceId: device.id }}
      className={`map-mark ${colour}${device.active ? "" : " is-silent"}`}
      style={style}
      title={`${device.name}: ${state}`}
    >
      <span className={isNamed ? `map-name cut ${x > farRight ? "map-name-left" : ""}` : "off-screen"}>
        {worst && <SeverityMark severity={worst} size={12} />} {device.name}
      </span>
    </Link>
  );
}
