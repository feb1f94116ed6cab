import type { Channel, RuleScope } from "@heliograph/contract";
import { describeChannels, nameIn, unitText } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { groupList } from "../../api/device-groups.ts";
import { deviceDescription, deviceType, typeList } from "../../api/device-types.ts";
import { type ScopeDevices, scopeDevices } from "../../api/rule-scope.ts";
import { api } from "../../app.ts";
import { unitInName, withoutUnit } from "../../format/unit-in-name.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { useProjects } from "../../shell/use-project.ts";
import type { RecipientWords } from "../notifications/recipients/recipient-text.ts";
import { idsOf, type RuleNames } from "./sentence/rule-names.ts";
import type { Wording } from "./sentence/wording.ts";

/** Types are few: all of them are named at once. */
export const typesNamed = 1_000;

export type ScopeNames = Pick<RuleNames, "type" | "project" | "group">;

/** What types, projects and groups are called. */
export function useScopeNames(): ScopeNames {
  const { data: types } = useQuery(typeList("", typesNamed));
  const { data: groups } = useQuery(groupList(useTenantId()));
  const projects = useProjects();
  return useMemo(() => {
    const groupNames = new Map(groups?.data.map(({ id, name }) => [id.id, name]));
    const typeNames = new Map(types?.data.map(({ id, name }) => [id.id, name]));
    const projectNames = new Map(projects?.map(({ id, name }) => [id.id, name]));
    return {
      type: (id) => typeNames.get(id),
      project: (id) => projectNames.get(id),
      group: (id) => (groups ? groupNames.get(id) : "…"),
    };
  }, [types, groups, projects]);
}

/** What is known of the devices of a scope. */
export interface Ground {
  readonly names: RuleNames;
  readonly devices: ScopeDevices | undefined;
  /** Keys that are described or sent. */
  readonly keys: readonly string[];
  /** Everything was asked that can be: nothing more is to come. */
  readonly isKnown: boolean;
}

/** What channels are called, by their type and by what a device says otherwise [TYP2]. */
export function channelNamer(
  type: readonly Channel[],
  locale: string,
  overrides: readonly Channel[] = [],
): RuleNames["channel"] {
  const describe = describeChannels({ type, overrides, unitOf: unitInName });
  return (key) => {
    const described = describe(key);
    const label = nameIn(described, locale);
    return { ...described, title: withoutUnit(label, described.unit), unitShown: unitText(described.unit) };
  };
}

/** Devices of a scope, and what their channels mean: by their type, and by what the first of them sends [TYP2]. */
export function useGround(scope: RuleScope): Ground {
  const locale = useLocale();
  const scopeNames = useScopeNames();
  const maySee = useMay()("VIEW_TELEMETRY");
  const { data: devices, isLoading: isAsking } = useQuery(scopeDevices(useTenantId(), scope));
  const first = devices?.devices[0];
  const typeId = idsOf(scope).types[0] ?? first?.typeId ?? "";
  const { data: type } = useQuery({ ...deviceType(typeId), enabled: typeId !== "" });
  const { data: own } = useQuery({ ...deviceDescription(first?.id ?? ""), enabled: first !== undefined });
  const { data: sent, isLoading: isAskingKeys } = useQuery({
    ...sentKeys(first?.id ?? ""),
    enabled: maySee && first !== undefined,
  });
  return useMemo(() => {
    const channel = channelNamer(type?.channels ?? [], locale, own?.overrides);
    const described = type?.channels.map(({ key }) => key).filter((key) => !key.includes("*")) ?? [];
    const deviceNames = new Map(devices?.devices.map(({ id, name }) => [id, name]));
    return {
      names: { ...scopeNames, channel, device: (id: string) => deviceNames.get(id) },
      devices,
      keys: [...new Set([...described, ...(sent ?? [])])],
      isKnown: !isAsking && !isAskingKeys,
    };
  }, [type, own, sent, devices, scopeNames, locale, isAsking, isAskingKeys]);
}

const sentKeys = (deviceId: string) => ({
  queryKey: ["telemetry-keys", deviceId],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.telemetry.keys({ deviceId }, { signal }),
  staleTime: 30_000,
});

/** In the reader's words. */
export function useWording(names: RuleNames, told?: RecipientWords): Wording {
  const { rules, alarms } = useMessages();
  const locale = useLocale();
  return useMemo(
    () => ({ words: rules, severities: alarms.severities, locale, names, told }),
    [rules, alarms, locale, names, told],
  );
}
