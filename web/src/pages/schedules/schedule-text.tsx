import type { ScheduleAction, ScheduleRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { reportNames } from "../../api/report-names.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { commandText } from "../device/commands/command-text.ts";
import { whomText } from "../notifications/recipients/recipient-text.ts";
import { useRecipientWords } from "../notifications/recipients/use-recipients.ts";
import { useVariablesText } from "../reports/use-variables-text.ts";
import { filledText } from "../rules/sentence/template.ts";
import { choiceText } from "./device-choice.ts";
import { isKnownAction, isOfDevices } from "./schedule-action.ts";
import { begun, timingText } from "./timing/timing-text.ts";
import { useChoiceNames } from "./use-choice-names.ts";

const longest = 60;
const none: readonly string[] = [];

/** The sentence of a schedule as a text. */
export function ScheduleText({ schedule }: { readonly schedule: ScheduleRecord }) {
  const m = useMessages();
  const locale = useLocale();
  const { timing, timeZone, missed, action } = schedule;
  const actionText = useActionText(action);
  return filledText(m.schedules.whole, {
    timing: begun(timingText(timing, m.schedules.timing, locale), locale),
    zone: timeZone.replaceAll("_", " "),
    action: actionText,
    missed: m.schedules.missed[missed],
  });
}

/** What it does, in words. */
function useActionText(action: ScheduleAction): string {
  const m = useMessages();
  const locale = useLocale();
  const words = useRecipientWords();
  const names = useChoiceNames((isOfDevices(action) && action.deviceIds) || none);
  const { data: reports } = useQuery({ ...reportNames(), enabled: action.kind === "REPORT" });
  const made = action.kind === "REPORT" ? reports?.data.find(({ id }) => id.id === action.reportId) : undefined;
  const variables = useVariablesText(made?.content);
  if (!isKnownAction(action)) return m.schedules.unknownAction;
  const kind = m.schedules.verbs[action.kind];
  if (action.kind === "REPORT") {
    const report = made && (variables === "" ? made.name : `${made.name} (${variables})`);
    return filledText(m.schedules.reportMade, { kind, report: report ?? (reports ? m.schedules.gone : "…") });
  }
  if (action.kind === "NOTIFY")
    return filledText(m.schedules.told, { kind, whom: whomText(action.recipients, words), text: action.text });
  const devices = choiceText(action, m.schedules, names, locale);
  if (action.kind !== "COMMANDS")
    return filledText(m.schedules.written, { kind, devices, value: `${action.key} = ${String(action.value)}` });
  const commands = action.commands.map((command) =>
    shortened(commandText({ type: command.type, parameters: command }, locale)),
  );
  return filledText(m.schedules.commandsTo, { kind, devices, commands: commands.join(m.schedules.andThen) });
}

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
