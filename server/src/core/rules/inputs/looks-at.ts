import { commandEventsOf, type RuleInput } from "@heliograph/contract";
import { attributeName, type ToldChange, type ToldKind } from "./told-change.ts";

/** Anything but points. */
export type ToldInput = Exclude<RuleInput, { readonly kind: "TELEMETRY" }>;

export const isTold = (input: RuleInput): input is ToldInput => input.kind !== "TELEMETRY";

/** What is so until it changes, and not only something that happened: it can be looked at without anything happening. */
export const isState = ({ kind }: RuleInput): boolean =>
  kind === "ATTRIBUTE" || kind === "ACTIVITY" || kind === "ALARM";

/** It holds for the moment it happens, and is an empty text otherwise. */
export const isMomentary = (input: RuleInput): boolean => "momentary" in input && input.momentary === true;

/** Whether an input is about a change. */
export function looksAt(input: RuleInput, { kind, name, value }: Pick<ToldChange, "kind" | "name" | "value">): boolean {
  if (input.kind !== kind) return false;
  switch (input.kind) {
    case "ATTRIBUTE":
      return attributeName(input.scope, input.key) === name;
    case "ALARM":
      return input.alarmType === name;
    case "FILE":
      return input.tag === undefined || input.tag === name;
    case "COMMAND":
      return (input.type === undefined || input.type === name) && commandEventsOf(input).some((one) => one === value);
    default:
      return true;
  }
}

/** What is looked at, as coarse as is cheap to ask for: of files and commands there are few. */
export function subjectOf(input: ToldInput): string {
  if (input.kind === "ATTRIBUTE") return subjectOfChange(input.kind, attributeName(input.scope, input.key));
  return subjectOfChange(input.kind, input.kind === "ALARM" ? input.alarmType : "");
}

export const subjectOfChange = (kind: ToldKind, name: string): string =>
  kind === "ATTRIBUTE" || kind === "ALARM" ? `${kind} ${name}` : kind;
