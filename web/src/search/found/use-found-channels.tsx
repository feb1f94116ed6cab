import type { DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { channelsOf } from "../../api/search.ts";
import { sparkSpan, sparks } from "../../api/telemetry.ts";
import { ChannelValue } from "../../channels/channel-value.tsx";
import type { ShownChannel } from "../../channels/use-channels.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { useTypeChannels } from "../../dashboards/use-type-channels.ts";
import { drawable } from "../../format/number.ts";
import { useMay } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import type { Finding, FindingGroup } from "../finding.ts";
import type { Candidates, SearchAsked } from "../search-asked.ts";
import { areIn, countIn } from "../typed-search.ts";
import { useHref } from "../use-href.ts";

const shownAtMost = 5;

interface FoundChannel {
  readonly device: DeviceRecord;
  readonly key: string;
  readonly channel: ShownChannel;
  readonly value: unknown;
}

/** Channels of the devices that match, and of those that sent something last, by name or key. */
export function useFoundChannels(asked: SearchAsked, { matching, others }: Candidates): FindingGroup {
  const href = useHref();
  const isAllowed = useMay()(tabNeeds.telemetry);
  const first = useQuery(channelsOf(isAllowed ? idsOf(matching) : []));
  const second = useQuery(channelsOf(isAllowed ? idsOf(others) : []));
  const devices = [...matching, ...others];
  const channelOf = useTypeChannels(devices);
  const found = devices.flatMap((device): FoundChannel[] => {
    const values = first.data?.latest.get(device.id.id) ?? second.data?.latest.get(device.id.id) ?? {};
    return Object.entries(values)
      .map(([key, { value }]) => ({ device, key, value, channel: channelOf(device, key) }))
      .filter((one) => isFound(asked.words, one));
  });
  return {
    kind: "channels",
    total: found.length,
    isPending: first.isLoading || second.isLoading,
    isFailed: first.isError || second.isError,
    findings: found.slice(0, shownAtMost).map(({ device, key, channel, value }): Finding => {
      const deviceId = device.id.id;
      const isNamed = channel.title !== key;
      return {
        ...{ id: `channel ${deviceId} ${key}`, kind: "channels", title: channel.title },
        detail: isNamed ? `${device.name} · ${key}` : device.name,
        href: href({ to: "/devices/$deviceId/telemetry", params: { deviceId }, search: { keys: [key] } }),
        state: <ChannelState {...{ deviceId, channelKey: key, channel, value }} />,
      };
    }),
  };
}

const idsOf = (devices: readonly DeviceRecord[]): readonly string[] => devices.map(({ id }) => id.id).toSorted();

/** All words are about the channel or its device, and one at least about the channel. */
const isFound = (words: readonly string[], { device, key, channel }: FoundChannel): boolean =>
  areIn(words, channel.title, key, device.name, device.label, device.type) && countIn(words, channel.title, key) > 0;

interface StateProps {
  readonly deviceId: string;
  readonly channelKey: string;
  readonly channel: ShownChannel;
  readonly value: unknown;
}

function ChannelState({ deviceId, channelKey, channel, value }: StateProps) {
  const isDrawn = !channel.states?.length && drawable(value) !== undefined;
  const { data, dataUpdatedAt } = useQuery(sparks(deviceId, isDrawn ? [channelKey] : []));
  return (
    <>
      {isDrawn && <Sparkline points={data?.[channelKey] ?? []} span={sparkSpan(dataUpdatedAt)} />}
      <span className="search-value">
        <ChannelValue channel={channel} value={value} />
      </span>
    </>
  );
}
