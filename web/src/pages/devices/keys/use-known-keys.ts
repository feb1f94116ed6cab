import type { AttributeScope, Channel } from "@heliograph/contract";
import { describeChannels, nameIn } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { knownKeys } from "../../../api/known-keys.ts";
import { type ShownChannel, shownChannel } from "../../../channels/use-channels.ts";
import type { KnownChannel } from "../../../dashboards/editing/fields/known-channel.ts";
import { unitInName } from "../../../format/unit-in-name.ts";
import { useLocale } from "../../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../../shell/current-user.ts";

/** A key as it is offered, with what is known of it. */
export interface KnownKey extends KnownChannel {
  readonly scope?: AttributeScope;
  readonly channel?: ShownChannel;
}

export interface KnownKeys {
  readonly telemetry: readonly KnownKey[];
  /** Each scope that has a key is one of its own. */
  readonly attributes: readonly KnownKey[];
}

/** Keys of this tenant by the names people know: offered, not a full list. */
export function useKnownKeys(): KnownKeys {
  const locale = useLocale();
  const { data } = useQuery({ ...knownKeys(useTenantId()), enabled: useMay()("VIEW_TELEMETRY") });
  return useMemo(() => {
    const channelOf = channelsIn(data?.described ?? [], locale);
    const telemetry = (data?.telemetry ?? []).map((key): KnownKey => {
      const channel = channelOf(key);
      return { key, name: channel.title, unit: channel.unitShown, channel };
    });
    const scoped = new Map<string, KnownKey>();
    for (const { key, scope, ...labels } of data?.scoped ?? [])
      if (!scoped.get(`${scope} ${key}`)?.name || nameIn(labels, locale))
        scoped.set(`${scope} ${key}`, { key, scope, name: nameIn(labels, locale) || key, unit: "" });
    const attributes = [...scoped.values()].toSorted((a, b) => a.name.localeCompare(b.name, locale));
    return { telemetry, attributes };
  }, [data, locale]);
}

/** What keys mean where any of some types describes them. */
export function channelsIn(described: readonly Channel[], locale: string): (key: string) => ShownChannel {
  const describe = describeChannels({ type: [...described], unitOf: unitInName });
  return (key) => shownChannel(describe(key), locale);
}
