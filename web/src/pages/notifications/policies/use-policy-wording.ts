import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { scopeDevices } from "../../../api/rule-scope.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useScopeNames } from "../../rules/use-rule-names.ts";
import { useRecipientWords } from "../recipients/use-recipients.ts";
import type { PolicyWording } from "./policy-text.ts";

/** In the reader's words, with the names of the devices it says. */
export function usePolicyWording(deviceIds: readonly string[] = []): PolicyWording {
  const { alarms, notifications } = useMessages();
  const locale = useLocale();
  const words = useRecipientWords();
  const names = useScopeNames();
  const scope = { kind: "DEVICE" as const, deviceIds: [...deviceIds] };
  const { data } = useQuery({ ...scopeDevices(useTenantId(), scope), enabled: deviceIds.length > 0 });
  return useMemo(
    () => ({
      ...words,
      ...{ severities: alarms.severities, channels: notifications.channels, locale },
      ...{ type: names.type, project: names.project },
      device: (id) => (data ? data.devices.find((one) => one.id === id)?.name : "…"),
    }),
    [words, alarms, notifications, locale, names, data],
  );
}
