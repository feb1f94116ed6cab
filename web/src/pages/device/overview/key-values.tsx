import type { DeviceRecord, TelemetryPoints } from "@heliograph/contract";
import { pinsAtMost, severityOf } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deviceDescription } from "../../../api/device-types.ts";
import { device } from "../../../api/devices.ts";
import { stateSparks } from "../../../api/states.ts";
import { sparkSpan, sparks } from "../../../api/telemetry.ts";
import { CalculatedMark } from "../../../channels/calculated-mark.tsx";
import { channelText } from "../../../channels/channel-text.ts";
import { ChannelValue } from "../../../channels/channel-value.tsx";
import { type Channels, type ShownChannel, useChannels } from "../../../channels/use-channels.ts";
import { Sparkline } from "../../../charts/sparkline.tsx";
import { channelPins, pinTitle } from "../../../dashboards/making/pin.ts";
import { PinButton } from "../../../dashboards/making/pin-button.tsx";
import { staleClass } from "../../../dashboards/stale.ts";
import { drawable } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useMay } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
import { StateSpark } from "../../../states/state-lanes.tsx";
import { timeWords } from "../../../time-range/time-words.ts";
import { CutName } from "../../../ui/cut-name.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { isState } from "../telemetry/use-state-lines.ts";
import { glanceKeys, keyValues, pinnedKeys } from "./choose-keys.ts";
import { ChoosePins } from "./choose-pins.tsx";
import { usualHour } from "./first-range.ts";
import { OverridesDialog } from "./overrides-dialog.tsx";
import { ShowTotal } from "./show-total.tsx";
import { useFirstRange } from "./use-first-range.ts";
import { usePins } from "./use-pins.ts";

export function KeyValues({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const may = useMay();
  const [mayEdit, maySeeRules] = [may("EDIT_DEVICES"), may(pageNeeds.calculated)];
  const { data: description } = useQuery(deviceDescription(deviceId));
  const [isEditing, setEditing] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const { own, choose } = usePins(deviceId);
  const keys = keyValues(data ?? {}, channels, own);
  const pinned = pinnedKeys(data ?? {}, channels, own);
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.device.keyValues}</h2>
        <div className="row">
          {keys.length > 0 && own !== undefined && (
            <button type="button" className="button small" onClick={() => setChoosing(true)}>
              <Icon name="settings" size={16} /> {m.overview.chooseValues}
            </button>
          )}
          {mayEdit && description && keys.length > 0 && (
            <button type="button" className="button small hide-narrow" onClick={() => setEditing(true)}>
              {m.deviceTypes.overrides}
            </button>
          )}
          {maySeeRules && (
            <Link to="/calculated" search={{ device: deviceId }} className="button small hide-narrow">
              <Icon name="calculated" size={16} /> {m.calculated.ofThis}
            </Link>
          )}
          <Link to="/devices/$deviceId/telemetry" params={{ deviceId }} className="button small">
            {m.device.allValues} <ShowTotal total={data && Object.keys(data).length} />
          </Link>
        </div>
      </div>
      {isChoosing && (
        <ChoosePins
          {...{ channels, pinned, choose }}
          keys={glanceKeys(data ?? {}, channels)}
          isOwn={own !== null}
          onClose={() => setChoosing(false)}
        />
      )}
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
          <Tiles {...{ deviceId, keys, channels, pinned, choose }} latest={data} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton lines={4} />
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
  readonly pinned: readonly string[];
  readonly choose: (keys: readonly string[]) => Promise<unknown>;
}

function Tiles({ deviceId, keys, latest, channels, pinned, choose }: TilesProps) {
  const m = useMessages();
  const locale = useLocale();
  const states = keys.filter((key) => isState(channels(key)));
  const numbers = keys.filter((key) => !states.includes(key) && drawable(latest[key]?.[0]?.value) !== undefined);
  const { data: shown } = useQuery(device(deviceId));
  const { from, ms } = useFirstRange(deviceId) ?? usualHour;
  const { data: lines = {}, dataUpdatedAt } = useQuery(sparks(deviceId, numbers, ms));
  const ofNumbers = ms === usualHour.ms ? m.overview.lastHour : timeWords([from, "now"], m.timeRange, locale);
  return (
    <div className="values">
      {keys.map((key) => (
        <div key={key} className="value-box" data-severity={severityOf(channels(key), latest[key]?.[0]?.value)}>
          <Link
            to="/devices/$deviceId/telemetry"
            params={{ deviceId }}
            search={{ keys: [key] }}
            className={tileClass(latest[key]?.[0], shown)}
          >
            <span className="row tile-name">
              <CutName className="soft" name={channels(key).title} title={key} />
              {channels(key).isCalculated && <CalculatedMark />}
            </span>
            <TileValue point={latest[key]?.[0]} channel={channels(key)} />
            {numbers.includes(key) && <Sparkline points={lines[key] ?? []} span={sparkSpan(dataUpdatedAt, ms)} />}
            {states.includes(key) && <TileStates {...{ deviceId, states }} channel={channels(key)} />}
            <small className="row between">
              <span>{numbers.includes(key) ? ofNumbers : states.includes(key) && m.overview.lastHour}</span>
              {latest[key]?.[0] && <Ago ms={latest[key][0].ts} />}
            </small>
          </Link>
          <KeepButton
            {...{ name: channels(key).title, isPinned: pinned.includes(key) }}
            onPress={() => void choose(toggled(pinned, key)).catch(() => undefined)}
          />
          <PinButton
            className="button ghost small to-dashboard"
            name={channels(key).title}
            pins={channelPins(deviceId, key, pinTitle(shown?.name, channels(key).title), numbers.includes(key))}
          />
        </div>
      ))}
    </div>
  );
}

/** Paler where the device was not heard of since, as on dashboards; its age is in the tile. */
const tileClass = (point: { readonly ts: number } | undefined, shown: DeviceRecord | undefined): string =>
  `value-tile${point ? staleClass(point.ts, shown) : ""}`;

interface TileStatesProps {
  readonly deviceId: string;
  /** Of all tiles: they are read together. */
  readonly states: readonly string[];
  readonly channel: ShownChannel;
}

/** The states of the last hour; the space is there before they are. */
function TileStates({ deviceId, states, channel }: TileStatesProps) {
  const { data, dataUpdatedAt } = useQuery(stateSparks(deviceId, states));
  const series = data?.find(({ key }) => key === channel.key);
  if (!series) return <span className="state-row" />;
  return <StateSpark lane={{ id: channel.key, name: channel.title, channel, series }} {...sparkSpan(dataUpdatedAt)} />;
}

const toggled = (pinned: readonly string[], key: string): readonly string[] =>
  pinned.includes(key) ? pinned.filter((one) => one !== key) : [...pinned, key].slice(0, pinsAtMost);

interface KeepButtonProps {
  readonly name: string;
  readonly isPinned: boolean;
  readonly onPress: () => void;
}

/** Keeps a value in sight, whatever else the device sends. */
function KeepButton({ name, isPinned, onPress }: KeepButtonProps) {
  const m = useMessages();
  const text = isPinned ? m.overview.unpin(name) : m.overview.pin(name);
  return (
    <button
      type="button"
      className="button ghost square small keep"
      aria-pressed={isPinned}
      aria-label={m.overview.pin(name)}
      title={text}
      onClick={onPress}
    >
      <Icon name="keep" size={16} />
    </button>
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
    <strong className="cut" title={channelText(channel, point.value, locale)}>
      <ChannelValue channel={channel} value={point.value} />
    </strong>
  );
}
