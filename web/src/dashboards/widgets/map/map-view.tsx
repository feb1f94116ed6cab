import { useMemo, useRef } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { cellOf, clusters } from "../../../map/clusters.ts";
import { MapBox } from "../../../map/map-box.tsx";
import type { MapFrame } from "../../../map/map-frame.ts";
import { MapLines, originOf, pathOf } from "../../../map/map-lines.tsx";
import type { Position } from "../../../map/position.ts";
import { type BoxSize, useMapView } from "../../../map/use-map-view.ts";
import { type PlacedDevice, placedDevices, tracksOf } from "../../placed-devices.ts";
import type { ChannelOf } from "../../series-lines.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";
import { Marks } from "./marks.tsx";

/** A reader hears the names of so many devices, and of more how many they are. */
const namesAtMost = 12;

/** Where devices are and, if wanted, which way they took; many in one place are one mark that is opened [DSH3]. */
export function MapView({ title, options, answer, channelOf }: WidgetViewProps<"MAP">) {
  const m = useMessages();
  const latest = answer("latest");
  const { series } = answer("track");
  const placed = useMemo(() => placedDevices(latest, options), [latest, options]);
  const tracks = useMemo(() => tracksOf(series, options), [series, options]);
  if (latest.devices.length === 0) return <WidgetSays icon="devices" title={m.dashboards.noDevices} />;
  if (placed.length === 0 && tracks.length === 0)
    return <WidgetSays icon="pin" title={m.dashboards.nowhere} text={m.dashboards.nowhereText} />;
  const names = placed.map(({ device }) => device.name);
  const shown = names.length > namesAtMost ? m.dashboards.devicesHere(names.length) : names.join(", ");
  return <DeviceMap label={`${title}: ${shown}`} {...{ placed, tracks, channelOf }} />;
}

interface DeviceMapProps {
  readonly label: string;
  readonly placed: readonly PlacedDevice[];
  readonly tracks: readonly (readonly Position[])[];
  readonly channelOf: ChannelOf;
}

function DeviceMap({ label, placed, tracks, channelOf }: DeviceMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const places = useMemo(() => [...placed, ...tracks.flat()], [placed, tracks]);
  const view = useMapView(box, places);
  return (
    <MapBox {...{ box, view, label }}>
      {(frame, size) => (
        <>
          <Tracks {...{ frame, tracks }} />
          <Clustered {...{ frame, size, placed, channelOf }} onOpen={view.show} />
        </>
      )}
    </MapBox>
  );
}

function Tracks({ frame, tracks }: { readonly frame: MapFrame } & Pick<DeviceMapProps, "tracks">) {
  const origin = useMemo(() => originOf(tracks[0] ?? []), [tracks]);
  const paths = useMemo(() => tracks.map((track) => pathOf(track, origin)), [tracks, origin]);
  if (paths.length === 0) return null;
  return (
    <MapLines {...{ frame, origin }}>
      {paths.map((path, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tracks have no names
        <path key={at} className="track" d={path} />
      ))}
    </MapLines>
  );
}

interface ClusteredProps extends Pick<DeviceMapProps, "placed" | "channelOf"> {
  readonly frame: MapFrame;
  readonly size: BoxSize;
  readonly onOpen: (members: readonly PlacedDevice[]) => void;
}

function Clustered({ frame, size, placed, ...rest }: ClusteredProps) {
  const cell = cellOf(frame, size.width);
  const marks = useMemo(() => clusters(placed, cell), [placed, cell]);
  return <Marks {...{ frame, marks }} {...rest} />;
}
