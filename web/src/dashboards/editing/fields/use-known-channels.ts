import type { DeviceSelection, PlainSelection } from "@heliograph/contract";
import { describeChannels } from "@heliograph/contract/channel-meaning";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { deviceType, seenChannels } from "../../../api/device-types.ts";
import { knownKeys } from "../../../api/known-keys.ts";
import { api } from "../../../app.ts";
import { shownChannel } from "../../../channels/use-channels.ts";
import { unitInName } from "../../../format/unit-in-name.ts";
import { useLocale } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useEditorState } from "../use-editor.ts";
import type { KnownChannel } from "./known-channel.ts";

/** Enough to know what there is: devices of one widget are mostly alike. */
const devicesAsked = 5;

/** Channels that the chosen devices have, as far as is known: offered, not a full list. */
export function useKnownChannels(selection: DeviceSelection): readonly KnownChannel[] {
  const plain = usePlain(selection);
  const typeId = plain.kind === "TYPE" ? plain.deviceProfileId : "";
  const ids = plain.kind === "DEVICES" ? plain.deviceIds.slice(0, devicesAsked) : [];
  const { data: type } = useQuery({ ...deviceType(typeId), enabled: typeId !== "", retry: false });
  const { data: seen } = useQuery({ ...seenChannels(typeId), enabled: typeId !== "", retry: false });
  const sent = useQueries({
    queries: ids.map((deviceId) => ({
      queryKey: ["telemetry-keys", deviceId],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.telemetry.keys({ deviceId }, { signal }),
      staleTime: 60_000,
      retry: false,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const { data: any } = useQuery({ ...knownKeys(useTenantId()), enabled: typeId === "" });
  const locale = useLocale();
  return useMemo(() => {
    const described = type?.channels ?? any?.described ?? [];
    const describe = describeChannels({ type: described, unitOf: unitInName });
    const named = (type?.channels ?? []).map(({ key }) => key).filter((key) => !key.includes("*"));
    const keys = [...named, ...(seen?.keys ?? []).map(({ key }) => key), ...sent, ...(any?.telemetry ?? [])];
    return [...new Set(keys)].map((key) => {
      const { title, unitShown } = shownChannel(describe(key), locale);
      return { key, name: title, unit: unitShown };
    });
  }, [type, seen, sent, any, locale]);
}

/** A variable stands for what it begins with. */
function usePlain(selection: DeviceSelection): PlainSelection {
  const { variables } = useEditorState().history.present.configuration;
  if (selection.kind !== "VARIABLE") return selection;
  const variable = variables.find(({ name }) => name === selection.name);
  return (variable?.kind === "DEVICE" ? (variable.default ?? variable.among) : undefined) ?? { kind: "ALL" };
}
