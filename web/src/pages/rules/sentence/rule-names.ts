import type { InputWindow, RuleDefinition, RuleScope } from "@heliograph/contract";
import type { DescribedChannel } from "@heliograph/contract/channel-meaning";

/** What a rule's keys and ids are called. */
export interface RuleNames {
  readonly channel: (key: string) => NamedChannel;
  /** Undefined while it is not known, or where it is gone. */
  readonly device: (id: string) => string | undefined;
  readonly type: (id: string) => string | undefined;
  readonly project: (id: string) => string | undefined;
  readonly group: (id: string) => string | undefined;
}

interface NamedChannel extends Pick<DescribedChannel, "kind" | "states" | "decimals" | "range"> {
  readonly title: string;
  readonly unitShown: string;
}

export type RuleInputs = RuleDefinition["inputs"];
export type RuleCompare = Extract<RuleDefinition["steps"][number]["when"], { kind: "COMPARE" }>;

/** The key an input looks at; what has none is called after what it is. */
export function keyOf(input: RuleInputs[number]): string {
  if (input.kind === "ALARM") return input.alarmType;
  return "key" in input ? input.key : input.kind.toLowerCase();
}

/** Where its values are points of a channel, which can be drawn and have a unit. */
export const isMeasured = (input: RuleInputs[number]): boolean => input.kind === "TELEMETRY";

export const windowOf = (input: RuleInputs[number] | undefined): InputWindow | undefined =>
  input?.kind === "TELEMETRY" ? input.window : undefined;

export const inputNamed = (inputs: RuleInputs, name: string): RuleInputs[number] | undefined =>
  inputs.find((input) => input.name === name);

/** The unit of what an input tells: a rate is per second, a count has none. */
export function unitOf(input: RuleInputs[number] | undefined, names: RuleNames): string {
  if (!input || !("key" in input)) return "";
  const unit = names.channel(keyOf(input)).unitShown;
  const window = windowOf(input)?.function;
  if (window === "COUNT") return "";
  return window === "RATE" ? `${unit}/s` : unit;
}

export function typeOf(input: RuleInputs[number] | undefined): "NUMBER" | "TEXT" | "BOOLEAN" {
  if (input?.kind === "TELEMETRY" || input?.kind === "ATTRIBUTE") return input.type ?? "NUMBER";
  return input?.kind === "FILE" || input?.kind === "COMMAND" ? "TEXT" : "BOOLEAN";
}

/** The ids a scope names, by what they are of. */
export function idsOf(scope: RuleScope): { devices: string[]; types: string[]; projects: string[] } {
  const named = { devices: [] as string[], types: [] as string[], projects: [] as string[] };
  if (scope.kind === "DEVICE") return { ...named, devices: scope.deviceIds };
  if (scope.kind === "DEVICE_TYPE") return { ...named, types: scope.deviceTypeIds };
  if (scope.kind === "PROJECT") return { ...named, projects: scope.projectIds, types: scope.deviceTypeIds ?? [] };
  return named;
}
