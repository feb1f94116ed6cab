import { severityOf } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { channelText } from "../../../channels/channel-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { coasts } from "../../../map/coasts.ts";
import { type Cluster, clusters, frameOf, type MapFrame, xIn, yIn } from "../../../map/map-frame.ts";
import { closeUp, isOnLand, turns } from "../../../map/on-land.ts";
import type { Position } from "../../../map/position.ts";
import { ScaleBar } from "../../../map/scale-bar.tsx";
import { DeviceLink } from "../../onlooker.tsx";
import { type PlacedDevice, placedDevices, tracksOf } from "../../placed-devices.ts";
import type { ChannelOf } from "../../series-lines.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";

/** Names of more than that would lie over each other. */
const namesAtMost = 12;

/** Where devices are and, if wanted, which way they took; many in one place are one mark that is opened [DSH3]. */
export function MapView({ title, options, answer, channelOf }: WidgetViewProps<"MAP">) {
  const m = useMessages();
  const { data: land } = useQuery(coasts);
  const [opened, setOpened] = useState<readonly Position[]>();
  const latest = answer("latest");
  const { series } = answer("track");
  const placed = useMemo(() => placedDevices(latest, options), [latest, options]);
  const tracks = useMemo(() => tracksOf(series, options), [series, options]);
  const box = useRef<HTMLDivElement>(null);
  const aspect = useAspect(box);
  const frame = frameOf(opened ?? [...placed, ...tracks.flat()], aspect);
  if (latest.devices.length === 0) return <WidgetSays icon="devices" title={m.dashboards.noDevices} />;
  if (!frame) return <WidgetSays icon="pin" title={m.dashboards.nowhere} text={m.dashboards.nowhereText} />;
  const marks = clusters(placed, frame);
  const isClose = frame.width < closeUp;
  const middle = [(frame.left + frame.width / 2) / frame.narrowing, frame.top + frame.height / 2] as const;
  const isLand = isClose && isOnLand(land ?? "", ...middle);
  return (
    <div className="map" data-land={isLand || undefined} ref={box}>
      <svg
        className="world-map"
        viewBox={`${frame.left} ${frame.top} ${frame.width} ${frame.height}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={`${title}: ${placed.map(({ device }) => device.name).join(", ")}`}
      >
        {!isClose &&
          turns.map((turn) => (
            <path
              key={turn}
              className="land"
              d={land ?? ""}
              transform={`scale(${frame.narrowing} 1) translate(${turn})`}
            />
          ))}
        {tracks.map((track, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tracks have no names
          <path key={at} className="track" d={trackPath(frame, track)} />
        ))}
      </svg>
      {marks.map((mark) => (
        <Mark
          key={mark.members[0]?.device.id.id}
          {...{ mark, frame, channelOf, isNamed: marks.length <= namesAtMost }}
          onOpen={() => setOpened(mark.members)}
        />
      ))}
      <ScaleBar frame={frame} />
      {opened && (
        <button type="button" className="button map-all" onClick={() => setOpened(undefined)}>
          {m.dashboards.showAll}
        </button>
      )}
    </div>
  );
}

/** Width by height: what lies over the map is placed by the same shape as what is drawn in it. */
function useAspect(box: RefObject<HTMLDivElement | null>): number {
  const [aspect, setAspect] = useState(2);
  // Again after each drawing: the box is there only when there is something to show.
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0) setAspect(width / height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return aspect;
}

const trackPath = (frame: MapFrame, track: readonly Position[]): string =>
  `M${track.map((place) => `${xIn(frame, place).toFixed(6)} ${yIn(place).toFixed(6)}`).join("L")}`;

interface MarkProps {
  readonly mark: Cluster<PlacedDevice>;
  readonly frame: MapFrame;
  readonly channelOf: ChannelOf;
  readonly isNamed: boolean;
  readonly onOpen: () => void;
}

function Mark({ mark, frame, channelOf, isNamed, onOpen }: MarkProps) {
  const m = useMessages();
  const locale = useLocale();
  const [x, y] = [(mark.x - frame.left) / frame.width, (mark.y - frame.top) / frame.height];
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
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
        onClick={onOpen}
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
      <span className={isNamed ? "map-name cut" : "off-screen"}>{text}</span>
    </DeviceLink>
  );
}

/** By the limits and states of a channel where the widget names one, else by the device's worst alarm. */
function colourOf({ device, coloured }: PlacedDevice, channelOf: ChannelOf): string {
  if (coloured) return `severity-of-${severityOf(channelOf(device, coloured.key), coloured.value)}`;
  return `severity-${device.alarmSeverity?.toLowerCase() ?? "none"}`;
}

const valueText = (channel: ReturnType<ChannelOf>, value: unknown, locale: string): string =>
  `${channelText(channel, value, locale)} ${channel.unitShown ?? ""}`.trim();
