import type { ReportContent } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dashboard } from "../../api/dashboards.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { choiceText, devicesNamed } from "../schedules/device-choice.ts";
import { useChoiceNames } from "../schedules/use-choice-names.ts";
import { deviceChoiceOf, type ReportVariables } from "./report-variables.ts";

const none: ReportVariables = {};

/** What a report says for the variables of its dashboard, in words: `Pump: P-03, Span: week`. Empty where it says nothing. */
export function useVariablesText(content: ReportContent | undefined): string {
  const m = useMessages();
  const locale = useLocale();
  const { variables = none, dashboardId = "" } = content?.kind === "DASHBOARD" ? content : {};
  const entries = Object.entries(variables);
  const { data } = useQuery({ ...dashboard(dashboardId), enabled: entries.length > 0, retry: false });
  const ids = useMemo(() => namedIn(variables), [variables]);
  const names = useChoiceNames(ids, ids.length);
  const labelOf = (name: string) =>
    data?.configuration.variables.find((variable) => variable.name === name)?.label ?? name;
  return entries
    .map(([name, value]) => {
      const text =
        value.kind === "TEXT" ? value.text : choiceText(deviceChoiceOf(value.devices), m.schedules, names, locale);
      return `${labelOf(name)}: ${text}`;
    })
    .join(", ");
}

/** Of each variable as many devices as are named. */
const namedIn = (variables: ReportVariables): readonly string[] =>
  Object.values(variables).flatMap((value) =>
    value.kind === "DEVICES" && value.devices.kind === "DEVICES" ? value.devices.deviceIds.slice(0, devicesNamed) : [],
  );
