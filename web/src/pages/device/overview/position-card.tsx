import { useQuery } from "@tanstack/react-query";
import { attributes } from "../../../api/attributes.ts";
import { type ShownChannel, useChannels } from "../../../channels/use-channels.ts";
import { mapPin } from "../../../dashboards/making/pin.ts";
import { PinButton } from "../../../dashboards/making/pin-button.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useLiveAttributes } from "../../../live/use-live-attributes.ts";
import { type PositionKeys, positionIn, positionText, type Sent } from "../../../map/position.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { Ago } from "../../../ui/time.tsx";
import { useWay } from "./use-way.ts";
import { WorldMap } from "./world-map.tsx";

/** Where the device says it is, in its attributes or its telemetry; nothing where it does not say. */
export function PositionCard({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { position, way } = usePosition(deviceId);
  if (!position) return null;
  const text = positionText(position);
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.device.position}</h2>
          <p>
            {text} · <Ago ms={position.ts} />
          </p>
        </div>
        <div className="row">
          <PinButton className="button ghost" pins={[mapPin(deviceId, m.device.position)]} />
          <CopyButton text={`${position.latitude}, ${position.longitude}`} title={m.device.copyPosition} />
        </div>
      </div>
      <WorldMap {...position} way={way} label={`${m.device.map}: ${text}`} />
    </section>
  );
}

function usePosition(deviceId: string) {
  const { data: known = [] } = useQuery({ ...attributes(deviceId, undefined), ...useLiveAttributes(deviceId) });
  const { data: latest = {} } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const sent = new Map<string, Sent>();
  const add = (key: string, value: Sent) => {
    if (value.ts >= (sent.get(key)?.ts ?? 0)) sent.set(key, value);
  };
  for (const { key, value, lastUpdateTs } of known) add(key, { ts: lastUpdateTs, value });
  for (const [key, [point]] of Object.entries(latest)) if (point) add(key, point);
  const described = keysOf([...sent.keys()].map(channels));
  const way = useWay(deviceId, Object.keys(latest), described);
  return { position: positionIn(sent, described), way };
}

/** The channels that are positions [TYP2]. */
function keysOf(channels: readonly ShownChannel[]): PositionKeys {
  const positions = channels.filter(({ kind }) => kind === "position");
  const keys = (part: ShownChannel["part"]) => positions.filter((one) => one.part === part).map(({ key }) => key);
  return { pairs: keys(undefined), latitudes: keys("latitude"), longitudes: keys("longitude") };
}
