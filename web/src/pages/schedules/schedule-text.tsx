import type { ScheduleRecord } from "@heliograph/contract";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { commandText } from "../device/commands/command-text.ts";
import { filledText } from "../rules/sentence/template.ts";
import { choiceText } from "./device-choice.ts";
import { begun, timingText } from "./timing/timing-text.ts";
import { useChoiceNames } from "./use-choice-names.ts";

const longest = 60;
const none: readonly string[] = [];

/** The sentence of a schedule as a text. */
export function ScheduleText({ schedule }: { readonly schedule: ScheduleRecord }) {
  const m = useMessages();
  const locale = useLocale();
  const { timing, timeZone, missed, action } = schedule;
  const isSending = action.kind === "COMMANDS";
  const names = useChoiceNames((isSending && action.deviceIds) || none);
  const commands = isSending
    ? action.commands.map((command) => shortened(commandText({ type: command.type, parameters: command }, locale)))
    : [];
  const actionText = isSending
    ? filledText(m.schedules.commandsTo, {
        commands: commands.join(m.schedules.andThen),
        devices: choiceText(action, m.schedules, names, locale),
      })
    : m.schedules.unknownAction;
  return filledText(m.schedules.whole, {
    timing: begun(timingText(timing, m.schedules.timing, locale), locale),
    zone: timeZone.replaceAll("_", " "),
    action: actionText,
    missed: m.schedules.missed[missed],
  });
}

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
