import type { Channel, ChannelLimits } from "./channel.ts";
import { type DefinitionWords, definitionWords, type RepeatedThing } from "./definition-words.ts";
import type { DeviceTypeDefinition } from "./device-type.ts";
import type { CommandParameter, TypeAttribute, TypeCommand } from "./field.ts";

type Problem = string | undefined;

/** What the schemas cannot say: why a definition makes no sense, or undefined. For the server and for editors. */
export const definitionProblem = (
  { channels, commands, attributes }: DeviceTypeDefinition,
  words = definitionWords,
): Problem =>
  channelsProblem(channels, words) ??
  twice(
    "command",
    commands.map(({ method }) => method),
    words,
  ) ??
  firstOf(commands, (command) => commandProblem(command, words)) ??
  twice(
    "attribute",
    attributes.map(({ scope = "SHARED_SCOPE", key }) => `${scope} ${key}`),
    words,
  ) ??
  firstOf(attributes, (attribute) => attributeProblem(attribute, words));

export const channelsProblem = (channels: readonly Channel[], words = definitionWords): Problem =>
  twice(
    "channel",
    channels.map(({ key }) => key),
    words,
  ) ?? firstOf(channels, (channel) => channelProblem(channel, words));

/** As many as a number can have that was not made up. */
const decimalsAtMost = 15;

/** Whether a channel can be shown with so many; for editors, which have what is being typed. */
export const areDecimals = (decimals: number): boolean =>
  Number.isInteger(decimals) && decimals >= 0 && decimals <= decimalsAtMost;

export function channelProblem(channel: Channel, words = definitionWords): Problem {
  const { key, decimals, range, limits, states = [] } = channel;
  const problem =
    (decimals === undefined || areDecimals(decimals) ? undefined : words.decimalsOutside) ??
    (isBackwards(range?.min, range?.max) ? words.rangeBackwards : undefined) ??
    (limits && !rises(limits) ? words.limitsNotRising : undefined) ??
    twice(
      "state",
      states.map(({ value }) => JSON.stringify(value)),
      words,
    );
  return problem && words.ofChannel(key, problem);
}

/** From below: alarm, warning, the good values, warning, alarm. Those that are missing are skipped. */
function rises({ alarmBelow, warnBelow, warnAbove, alarmAbove }: ChannelLimits): boolean {
  const given = [alarmBelow, warnBelow, warnAbove, alarmAbove].filter((limit) => limit !== undefined);
  return given.every((limit, index) => index === 0 || limit >= (given[index - 1] ?? limit));
}

function commandProblem({ method, parameters = [] }: TypeCommand, words: DefinitionWords): Problem {
  const problem =
    twice(
      "parameter",
      parameters.map(({ key }) => key),
      words,
    ) ?? firstOf(parameters, (parameter) => fieldProblem(parameter, words));
  return problem && words.ofCommand(method, problem);
}

function attributeProblem(attribute: TypeAttribute, words: DefinitionWords): Problem {
  const { key, scope, editor = "people" } = attribute;
  if (scope === "CLIENT_SCOPE" && editor === "people") return words.deviceWrites(key);
  return fieldProblem(attribute, words);
}

function fieldProblem(field: CommandParameter | TypeAttribute, words: DefinitionWords): Problem {
  const { key, kind, min, max, choices } = field;
  if (isBackwards(min, max)) return words.numbersBackwards(key);
  if (kind === "choice" && !choices?.length) return words.noChoices(key);
  return twice(
    "choice",
    (choices ?? []).map(({ value }) => JSON.stringify(value)),
    words,
  );
}

const isBackwards = (min: number | undefined, max: number | undefined): boolean =>
  min !== undefined && max !== undefined && max < min;

function twice(thing: RepeatedThing, names: readonly string[], words: DefinitionWords): Problem {
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.size === seen.add(name).size);
  return repeated === undefined ? undefined : words.twice[thing](repeated);
}

function firstOf<T>(items: readonly T[], problemOf: (item: T) => Problem): Problem {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem) return problem;
  }
  return undefined;
}
