import type { RuleAction } from "./actions/index.ts";
import type { RuleDefinition } from "./rule.ts";

/** A rule under the name it is told of. */
export interface NamedRule {
  readonly name: string;
  readonly definition: RuleDefinition;
}

/** A calculated channel under the name it is told of: what rules write comes back to rules in its results. */
export interface NamedChannel {
  readonly name: string;
  readonly channel: { readonly key: string; readonly inputs: readonly { readonly key: string }[] };
}

/** What can be a part of a ring. */
export type Triggering = NamedRule | NamedChannel;

const isRule = (one: Triggering): one is NamedRule => "definition" in one;

/** What a rule makes that another can look at. */
const makes = (one: Triggering): readonly string[] =>
  isRule(one) ? madeByRule(one.definition) : [`telemetry ${one.channel.key}`];

const madeByRule = ({ alarmType, actions }: RuleDefinition): readonly string[] => [
  ...(alarmType === undefined ? [] : [`alarm ${alarmType}`]),
  ...actions.flatMap(madeBy),
];

function madeBy(action: RuleAction): readonly string[] {
  if (action.kind === "PUBLISH_TELEMETRY") return [`telemetry ${action.key}`];
  if (action.kind === "PUBLISH_ATTRIBUTE") return [`attribute ${action.scope} ${action.key}`];
  return action.kind === "COMMAND" ? ["command", `command ${action.type}`] : [];
}

const looksAt = (one: Triggering): readonly string[] =>
  isRule(one) ? seenByRule(one.definition) : one.channel.inputs.map(({ key }) => `telemetry ${key}`);

const seenByRule = ({ inputs }: RuleDefinition): readonly string[] =>
  inputs.flatMap((input) => {
    switch (input.kind) {
      case "TELEMETRY":
        return [`telemetry ${input.key}`];
      case "ATTRIBUTE":
        return [`attribute ${input.scope} ${input.key}`];
      case "ALARM":
        return [`alarm ${input.alarmType}`];
      case "COMMAND":
        return [input.type === undefined ? "command" : `command ${input.type}`];
      default:
        return []; // nothing a rule does by itself
    }
  });

/** A way through the ring that is looked for; with a rule on it or of channels alone. */
interface Way {
  readonly along: readonly Triggering[];
  readonly hasRule: boolean;
}

/**
 * The names of rules, and of calculated channels between them, that trigger each other in a ring through `first`, or undefined
 * [RUL4]. Scopes are not looked at: what devices they hold changes, and a ring that is none today must not become one by moving a
 * device. Rings of channels alone are no matter of rules [RUL7].
 */
export function ruleCycle(first: Triggering, others: readonly Triggering[]): readonly string[] | undefined {
  const followers = followersAmong([first, ...others]);
  const ways: Way[] = [{ along: [first], hasRule: isRule(first) }];
  const seen = { true: new Set<Triggering>(), false: new Set<Triggering>() };
  for (let way = ways.shift(); way; way = ways.shift()) {
    const { along, hasRule } = way;
    for (const next of followers(along[along.length - 1] ?? first)) {
      if (next === first && hasRule) return [...along, first].map(({ name }) => name);
      const longer = { along: [...along, next], hasRule: hasRule || isRule(next) };
      const known = seen[`${longer.hasRule}`];
      if (!known.has(next)) ways.push(longer);
      known.add(next);
    }
  }
  return undefined;
}

function followersAmong(all: readonly Triggering[]): (one: Triggering) => readonly Triggering[] {
  const byInput = new Map<string, Triggering[]>();
  for (const one of all) {
    for (const what of looksAt(one)) byInput.set(what, [...(byInput.get(what) ?? []), one]);
  }
  return (one) => makes(one).flatMap((what) => byInput.get(what) ?? []);
}
