import type { FoundChannel } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { searchedChannels } from "../../api/search.ts";
import { sparkSpan, sparks } from "../../api/telemetry.ts";
import { ChannelValue } from "../../channels/channel-value.tsx";
import type { ShownChannel } from "../../channels/use-channels.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { useTypeChannels } from "../../dashboards/use-type-channels.ts";
import { drawable } from "../../format/number.ts";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import type { Finding, FindingGroup } from "../finding.ts";
import type { SearchAsked } from "../search-asked.ts";
import { shortestAsked } from "../typed-search.ts";
import { useHref } from "../use-href.ts";

const shownAtMost = 5;
const none: readonly FoundChannel[] = [];

/** Channels of any device, by name or key: the server looks for them. */
export function useFoundChannels({ text, projectId, words, isActionsOnly }: SearchAsked): FindingGroup {
  const href = useHref();
  const tenantId = useTenantId();
  const isAllowed = useMay()(tabNeeds.telemetry) && tenantId !== "" && !isActionsOnly;
  const isAsked = isAllowed && words.some((word) => word.length >= shortestAsked);
  const { data, isLoading, isError } = useQuery({ ...searchedChannels(tenantId, text, projectId), enabled: isAsked });
  const found = (isAsked ? data?.data : undefined) ?? none;
  const channelOf = useTypeChannels(useMemo(() => found.map(({ device }) => device), [found]));
  return {
    ...{ kind: "channels", isPending: isLoading, isFailed: isError },
    total: Math.max(found.length, found.length > 0 ? (data?.devices ?? 0) : 0),
    findings: found.slice(0, shownAtMost).map(({ device, key, value }): Finding => {
      const [deviceId, channel] = [device.id.id, channelOf(device, key)];
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
