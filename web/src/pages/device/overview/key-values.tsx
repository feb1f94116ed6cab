import type { TelemetryPoints } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deviceDescription } from "../../../api/device-types.ts";
import { device } from "../../../api/devices.ts";
import { sparkSpan, sparks } from "../../../api/telemetry.ts";
import { CalculatedMark } from "../../../channels/calculated-mark.tsx";
import { channelText } from "../../../channels/channel-text.ts";
import { ChannelValue } from "../../../channels/channel-value.tsx";
import { type Channels, type ShownChannel, useChannels } from "../../../channels/use-channels.ts";
import { Sparkline } from "../../../charts/sparkline.tsx";
import { channelPins, pinTitle } from "../../../dashboards/making/pin.ts";
import { PinButton } from "../../../dashboards/making/pin-button.tsx";
import { drawable } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useMay } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
import { CutName } from "../../../ui/cut-name.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { keyValues } from "./choose-keys.ts";
import { OverridesDialog } from "./overrides-dialog.tsx";

export function KeyValues({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const may = useMay();
  const [mayEdit, maySeeRules] = [may("EDIT_DEVICES"), may(pageNeeds.calculated)];
  const { data: description } = useQuery(deviceDescription(deviceId));
  const [isEditing, setEditing] = useState(false);
  const keys = keyValues(data ?? {}, channels);
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.device.keyValues}</h2>
          <p>{m.device.keyValuesText}</p>
        </div>
        <div className="row">
          {mayEdit && description && keys.length > 0 && (
            <button type="button" className="button small" onClick={() => setEditing(true)}>
              {m.deviceTypes.overrides}
            </button>
          )}
          {maySeeRules && (
            <Link to="/calculated" search={{ device: deviceId }} className="button small">
              <Icon name="calculated" size={16} /> {m.calculated.ofThis}
            </Link>
          )}
          <Link to="/devices/$deviceId/telemetry" params={{ deviceId }} className="button small">
            {m.device.allValues}
          </Link>
        </div>
      </div>
      {isEditing && description && (
        <OverridesDialog
          deviceId={deviceId}
          description={description}
          keys={Object.keys(data ?? {})}
          channels={channels}
          onClose={() => setEditing(false)}
        />
      )}
      {data ? (
        keys.length === 0 ? (
          <NoValues deviceId={deviceId} />
        ) : (
          <Tiles deviceId={deviceId} keys={keys} latest={data} channels={channels} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
    </section>
  );
}

function NoValues({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const may = useMay();
  return (
    <EmptyState icon="devices" title={m.device.noValues} text={m.device.noValuesText}>
      {may("VIEW_DEVICE_CREDENTIALS") && (
        <Link to="/devices/$deviceId/credentials" params={{ deviceId }} className="button">
          <Icon name="key" /> {m.device.howToConnect}
        </Link>
      )}
    </EmptyState>
  );
}

interface TilesProps {
  readonly deviceId: string;
  readonly keys: readonly string[];
  readonly latest: TelemetryPoints;
  readonly channels: Channels;
}

function Tiles({ deviceId, keys, latest, channels }: TilesProps) {
  const numbers = keys.filter((key) => drawable(latest[key]?.[0]?.value) !== undefined);
  const { data: shown } = useQuery(device(deviceId));
  const { data: lines = {}, dataUpdatedAt } = useQuery(sparks(deviceId, numbers));
  return (
    <div className="values">
      {keys.map((key) => (
        <div key={key} className="value-box">
          <Link to="/devices/$deviceId/telemetry" params={{ deviceId }} search={{ keys: [key] }} className="value-tile">
            <span className="row tile-name">
              <CutName className="soft" name={channels(key).title} title={key} />
              {channels(key).isCalculated && <CalculatedMark />}
            </span>
            <TileValue point={latest[key]?.[0]} channel={channels(key)} />
            <Sparkline points={lines[key] ?? []} span={sparkSpan(dataUpdatedAt)} />
          </Link>
          <PinButton
            className="button ghost small"
            name={channels(key).title}
            pins={channelPins(deviceId, key, pinTitle(shown?.name, channels(key).title), numbers.includes(key))}
          />
        </div>
      ))}
    </div>
  );
}

interface TileValueProps {
  readonly point: { readonly ts: number; readonly value: unknown } | undefined;
  readonly channel: ShownChannel;
}

function TileValue({ point, channel }: TileValueProps) {
  const locale = useLocale();
  if (!point) return <strong>–</strong>;
  return (
    <>
      <strong className="cut" title={channelText(channel, point.value, locale)}>
        <ChannelValue channel={channel} value={point.value} />
      </strong>
      <small>
        <Ago ms={point.ts} />
      </small>
    </>
  );
}
