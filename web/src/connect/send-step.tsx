import type { Channel, DeviceRecord } from "@heliograph/contract";
import { describeChannels } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { deviceType } from "../api/device-types.ts";
import { shownChannel } from "../channels/use-channels.ts";
import { numberText } from "../format/number.ts";
import { type Messages, useLocale, useMessages } from "../i18n/messages.tsx";
import { exampleValues } from "./example-values.ts";
import { SnippetsView } from "./snippets-view.tsx";

interface SendStepProps {
  readonly device: DeviceRecord;
  readonly token: string;
}

const noChannels: readonly Channel[] = [];

/** A line to send a first value with, of channels that the device's type describes. */
export function SendStep({ device, token }: SendStepProps) {
  const m = useMessages();
  const { data: type } = useQuery(deviceType(device.deviceProfileId.id));
  const channels = type?.channels ?? noChannels;
  const values = exampleValues(channels);
  return (
    <div className="stack">
      <SnippetsView token={token} isShown values={values} />
      <p className="soft">{channels.length > 0 ? m.connect.described : m.connect.anyKey}</p>
      {channels.length > 0 && <Sent keys={Object.keys(values)} channels={channels} />}
    </div>
  );
}

/** What the keys of the line mean. */
function Sent({ keys, channels }: { readonly keys: readonly string[]; readonly channels: readonly Channel[] }) {
  const m = useMessages();
  const locale = useLocale();
  const describe = describeChannels({ type: channels });
  return (
    <ul className="sent-keys">
      {keys.map((key) => {
        const channel = shownChannel(describe(key), locale);
        return (
          <li key={key}>
            <code className="break">{key}</code>
            <strong className="break">{channel.title}</strong>
            <span>{channel.unitShown}</span>
            <span className="soft">{limitsText(channel, m, locale)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function limitsText({ limits = {} }: Pick<Channel, "limits">, m: Messages, locale: string): string {
  const { warnBelow, warnAbove, alarmBelow, alarmAbove } = limits;
  const said = (name: string, below: number | undefined, above: number | undefined): string[] => [
    ...(below === undefined ? [] : [`${name} ≤ ${numberText(below, locale)}`]),
    ...(above === undefined ? [] : [`${name} ≥ ${numberText(above, locale)}`]),
  ];
  return [
    ...said(m.deviceTypes.severities.warning, warnBelow, warnAbove),
    ...said(m.deviceTypes.severities.alarm, alarmBelow, alarmAbove),
  ].join(", ");
}
