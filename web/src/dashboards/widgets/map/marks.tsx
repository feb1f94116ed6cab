import { severityOf } from "@heliograph/contract/channel-meaning";
import { memo, useState } from "react";
import { shownText } from "../../../channels/channel-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { type Cluster, inView } from "../../../map/clusters.ts";
import type { MapFrame } from "../../../map/map-frame.ts";
import { DeviceLink } from "../../onlooker.tsx";
import type { PlacedDevice } from "../../placed-devices.ts";
import type { ChannelOf } from "../../series-lines.ts";

/** Names of more than that would lie over each other. */
const namesAtMost = 12;
/** From here on there is no room to the right: the name stands to the left of its mark. */
const farRight = 0.78;
/** Marks so far beyond the edges are there already, as a share of the view. */
const beyond = 0.5;

interface MarksProps {
  readonly frame: MapFrame;
  readonly marks: readonly Cluster<PlacedDevice>[];
  readonly channelOf: ChannelOf;
  readonly onOpen: (members: readonly PlacedDevice[]) => void;
}

/** Devices on a map. While it is moved they are moved as one; only then and now they are placed anew. */
export function Marks({ frame, ...rest }: MarksProps) {
  const anchor = useAnchor(frame);
  const [x, y] = [(anchor.left - frame.left) / frame.width, (anchor.top - frame.top) / frame.height];
  return (
    <div className="map-marks" style={{ transform: `translate(${x * 100}%, ${y * 100}%)` }}>
      <PlacedMarks anchor={anchor} {...rest} />
    </div>
  );
}

/** A frame of the same width that is not far from what is shown. */
function useAnchor(frame: MapFrame): MapFrame {
  const [held, setHeld] = useState(frame);
  const isNear =
    held.width === frame.width &&
    held.height === frame.height &&
    Math.abs(held.left - frame.left) < beyond * frame.width &&
    Math.abs(held.top - frame.top) < beyond * frame.height;
  if (isNear) return held;
  setHeld(frame);
  return frame;
}

type PlacedMarksProps = Omit<MarksProps, "frame"> & { readonly anchor: MapFrame };

const PlacedMarks = memo(({ anchor, marks, channelOf, onOpen }: PlacedMarksProps) => {
  const isNamed = inView(marks, anchor, 0).length <= namesAtMost;
  return inView(marks, anchor, beyond).map((mark) => (
    <Mark key={mark.members[0]?.device.id.id} {...{ mark, anchor, channelOf, isNamed, onOpen }} />
  ));
});

interface MarkProps extends Pick<MarksProps, "channelOf" | "onOpen"> {
  readonly mark: Cluster<PlacedDevice>;
  readonly anchor: MapFrame;
  readonly isNamed: boolean;
}

function Mark({ mark, anchor, channelOf, isNamed, onOpen }: MarkProps) {
  const m = useMessages();
  const locale = useLocale();
  const [x, y] = [(mark.x - anchor.left) / anchor.width, (mark.y - anchor.top) / anchor.height];
  const style = { left: `${x * 100}%`, top: `${y * 100}%` };
  const [first, ...others] = mark.members;
  if (!first) return null;
  if (others.length > 0)
    return (
      <button
        type="button"
        className="map-mark map-cluster"
        style={style}
        aria-label={m.dashboards.devicesHere(mark.members.length)}
        onClick={() => onOpen(mark.members)}
      >
        {mark.members.length}
      </button>
    );
  const { device, coloured } = first;
  const text = coloured
    ? `${device.name}: ${valueText(channelOf(device, coloured.key), coloured.value, locale)}`
    : device.name;
  return (
    <DeviceLink className={`map-mark ${colourOf(first, channelOf)}`} style={style} deviceId={device.id.id} title={text}>
      <span className={isNamed ? `map-name cut ${x > farRight ? "map-name-left" : ""}` : "off-screen"}>{text}</span>
    </DeviceLink>
  );
}

/** By the limits and states of a channel where the widget names one, else by the device's worst alarm. */
function colourOf({ device, coloured }: PlacedDevice, channelOf: ChannelOf): string {
  if (coloured) return `severity-of-${severityOf(channelOf(device, coloured.key), coloured.value)}`;
  return `severity-${device.alarmSeverity?.toLowerCase() ?? "none"}`;
}

const valueText = (channel: ReturnType<ChannelOf>, value: unknown, locale: string): string =>
  `${shownText(channel, value, locale)} ${channel.unitShown ?? ""}`.trim();
