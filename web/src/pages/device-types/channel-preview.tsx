import type { Channel } from "@heliograph/contract";
import { describeChannels, keyMatcher, nameIn, unitText } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceDescription, devicesOfType } from "../../api/device-types.ts";
import { readLatest, sparks } from "../../api/telemetry.ts";
import { ChannelValue } from "../../channels/channel-value.tsx";
import type { ShownChannel } from "../../channels/use-channels.ts";
import { drawable } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { ErrorNote } from "../../ui/states.tsx";
import { Ago } from "../../ui/time.tsx";
import { ChoiceEdit } from "./edit-fields.tsx";
import { LimitSparkline } from "./limit-sparkline.tsx";

interface ChannelPreviewProps {
  readonly typeId: string;
  readonly channel: Channel;
}

/** The channel as one device would show it, with what is not saved yet. */
export function ChannelPreview({ typeId, channel }: ChannelPreviewProps) {
  const m = useMessages();
  const maySee = useMay()("VIEW_TELEMETRY");
  const { data, error } = useQuery({ ...devicesOfType(useTenantId(), typeId), enabled: maySee });
  const [chosen, setChosen] = useState<string>();
  const devices = data?.data ?? [];
  const device = devices.find(({ id }) => id.id === chosen) ?? devices[0];
  if (error) return <ErrorNote error={error} />;
  if (!device) return null;
  return (
    <div className="card-body form channel-preview">
      <ChoiceEdit
        label={m.deviceTypes.previewWith}
        value={device.id.id}
        options={devices.map(({ id, name }) => [id.id, name] as const)}
        onChange={setChosen}
      />
      <Preview key={device.id.id} deviceId={device.id.id} channel={channel} />
    </div>
  );
}

const everyMs = 10_000;

function Preview({ deviceId, channel }: { readonly deviceId: string; readonly channel: Channel }) {
  const m = useMessages();
  const locale = useLocale();
  const { data: latest, error } = useQuery({
    queryKey: ["preview-latest", deviceId],
    queryFn: ({ signal }) => readLatest(deviceId, signal),
    refetchInterval: everyMs,
  });
  const { data: description } = useQuery(deviceDescription(deviceId));
  const fits = keyMatcher(channel.key);
  const key = Object.keys(latest ?? {}).find((one) => one === channel.key || fits(one) !== undefined);
  const point = key === undefined ? undefined : latest?.[key]?.[0];
  const isNumber = key !== undefined && drawable(point?.value) !== undefined;
  const { data: lines = {} } = useQuery(sparks(deviceId, isNumber ? [key] : []));
  if (error) return <ErrorNote error={error} />;
  if (!latest) return <span className="skeleton" role="status" aria-label={m.common.loading} />;
  if (key === undefined || !point) return <p className="soft">{m.deviceTypes.notSent}</p>;
  const told = describeChannels({ type: [channel], overrides: description?.overrides ?? [] })(key);
  const shown: ShownChannel = {
    ...told,
    label: nameIn(told, locale),
    title: nameIn(told, locale),
    unitShown: unitText(told.unit),
  };
  return (
    <div className="preview-value">
      <div>
        <span className="soft break">{shown.label}</span>
        <strong className="break">
          <ChannelValue channel={shown} value={point.value} />
        </strong>
        <small>
          <Ago ms={point.ts} />
        </small>
      </div>
      {isNumber && <LimitSparkline points={lines[key] ?? []} limits={told.limits ?? {}} />}
    </div>
  );
}
