import type { Channel, ChannelLimits } from "./channel.ts";
import type { DeviceTypeDefinition } from "./device-type.ts";
import type { CommandParameter, TypeAttribute, TypeCommand } from "./field.ts";

/** What the schemas cannot say: why a definition makes no sense, or undefined. For the server and for editors. */
export const definitionProblem = ({ channels, commands, attributes }: DeviceTypeDefinition): string | undefined =>
  channelsProblem(channels) ??
  twice(
    "command",
    commands.map(({ method }) => method),
  ) ??
  firstOf(commands, commandProblem) ??
  twice(
    "attribute",
    attributes.map(({ scope = "SHARED_SCOPE", key }) => `${scope} ${key}`),
  ) ??
  firstOf(attributes, attributeProblem);

export const channelsProblem = (channels: readonly Channel[]): string | undefined =>
  twice(
    "channel",
    channels.map(({ key }) => key),
  ) ?? firstOf(channels, channelProblem);

export function channelProblem({ key, range, limits, states = [] }: Channel): string | undefined {
  const told = (problem: string | undefined) => problem && `Channel ${key}: ${problem}`;
  return (
    told(isBackwards(range?.min, range?.max) ? "the expected range ends before it begins" : undefined) ??
    told(limits && limitsProblem(limits)) ??
    told(
      twice(
        "state",
        states.map(({ value }) => JSON.stringify(value)),
      ),
    )
  );
}

/** From below: alarm, warning, the good values, warning, alarm. Those that are missing are skipped. */
function limitsProblem({ alarmBelow, warnBelow, warnAbove, alarmAbove }: ChannelLimits): string | undefined {
  const given = [alarmBelow, warnBelow, warnAbove, alarmAbove].filter((limit) => limit !== undefined);
  const isOrdered = given.every((limit, index) => index === 0 || limit >= (given[index - 1] ?? limit));
  return isOrdered ? undefined : "limits must rise: alarm below, warning below, warning above, alarm above";
}

function commandProblem({ method, parameters = [] }: TypeCommand): string | undefined {
  const problem =
    twice(
      "parameter",
      parameters.map(({ key }) => key),
    ) ?? firstOf(parameters, fieldProblem);
  return problem && `Command ${method}: ${problem}`;
}

function attributeProblem(attribute: TypeAttribute): string | undefined {
  const { key, scope, editor = "people" } = attribute;
  if (scope === "CLIENT_SCOPE" && editor === "people")
    return `Attribute ${key}: CLIENT_SCOPE is written by the device; people cannot edit it`;
  return fieldProblem(attribute);
}

function fieldProblem({ key, kind, min, max, choices }: CommandParameter | TypeAttribute): string | undefined {
  if (isBackwards(min, max)) return `${key}: the largest number is smaller than the smallest`;
  if (kind === "choice" && !choices?.length) return `${key}: a choice needs choices`;
  return twice(
    "choice",
    (choices ?? []).map(({ value }) => JSON.stringify(value)),
  );
}

const isBackwards = (min: number | undefined, max: number | undefined): boolean =>
  min !== undefined && max !== undefined && max < min;

function twice(what: string, names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.size === seen.add(name).size);
  return repeated === undefined ? undefined : `the ${what} ${repeated} is there twice`;
}

function firstOf<T>(items: readonly T[], problemOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem) return problem;
  }
  return undefined;
}
