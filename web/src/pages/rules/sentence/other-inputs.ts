import { commandEvents, fileEvents, type RuleDefinition } from "@heliograph/contract";
import type { Messages } from "../../../i18n/messages.tsx";
import { filledText } from "./template.ts";

type Input = RuleDefinition["inputs"][number];
/** What is looked at beside points. */
export type OtherInput = Exclude<Input, { kind: "TELEMETRY" }>;
type Words = Messages["rules"];

/** "the last file tagged measurements" */
export function otherInputText(input: OtherInput, { inputs: w }: Words): string {
  switch (input.kind) {
    case "ATTRIBUTE":
      return filledText(w.attribute, { key: input.key || "…" });
    case "ACTIVITY":
      return w.activity;
    case "ALARM":
      return filledText(w.alarm, { type: input.alarmType || "…" });
    case "FILE": {
      const template = input.momentary ? w.aFile : w.lastFile;
      return input.tag === undefined ? template : filledText(w.tagged, { file: template, tag: input.tag });
    }
    case "COMMAND": {
      const template = input.momentary ? w.aCommand : w.lastCommand;
      return input.type === undefined ? template : `${template} (${input.type})`;
    }
  }
}

/** The values it can have, each with its words; undefined where they are anything. */
export function valuesOf(
  input: Input | undefined,
  { inputs: w }: Words,
): readonly (readonly [Value, string])[] | undefined {
  if (input?.kind === "ACTIVITY" || input?.kind === "ALARM") {
    const words = input.kind === "ACTIVITY" ? w.activities : w.alarms;
    return [
      [true, words.yes],
      [false, words.no],
    ];
  }
  if (input?.kind === "FILE") return fileEvents.map((event) => [event, w.files[event]] as const);
  if (input?.kind === "COMMAND") return commandEvents.map((event) => [event, w.commands[event]] as const);
  return undefined;
}
type Value = string | boolean;

export const otherValueText = (value: unknown, input: Input, words: Words): string | undefined =>
  valuesOf(input, words)?.find(([one]) => one === value)?.[1];

/** An input of another kind in its place, with what it usually begins with. */
export function inputOfKind(kind: Input["kind"], name: string, key: string): Input {
  switch (kind) {
    case "TELEMETRY":
      return { kind, name, key };
    case "ATTRIBUTE":
      return { kind, name, scope: "SERVER_SCOPE", key };
    case "ACTIVITY":
      return { kind, name };
    case "ALARM":
      return { kind, name, alarmType: "" };
    case "FILE":
    case "COMMAND":
      return { kind, name };
  }
}

export const inputKindNames = ["TELEMETRY", "ATTRIBUTE", "ACTIVITY", "ALARM", "FILE", "COMMAND"] as const;
