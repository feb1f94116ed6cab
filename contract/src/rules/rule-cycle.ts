import type { RuleAction } from "./actions/index.ts";
import type { RuleDefinition } from "./rule.ts";

/** A rule under the name it is told of. */
export interface NamedRule {
  readonly name: string;
  readonly definition: RuleDefinition;
}

/** What a rule makes that another can look at. */
const makes = ({ alarmType, actions }: RuleDefinition): readonly string[] => [
  ...(alarmType === undefined ? [] : [`alarm ${alarmType}`]),
  ...actions.flatMap(madeBy),
];

function madeBy(action: RuleAction): readonly string[] {
  if (action.kind === "PUBLISH_TELEMETRY") return [`telemetry ${action.key}`];
  if (action.kind === "PUBLISH_ATTRIBUTE") return [`attribute ${action.scope} ${action.key}`];
  return action.kind === "COMMAND" ? ["command", `command ${action.type}`] : [];
}

const looksAt = ({ inputs }: RuleDefinition): readonly string[] =>
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

/**
 * The names of rules that trigger each other in a ring through `first`, or undefined [RUL4]. Scopes are not looked at: what
 * devices they hold changes, and a ring that is none today must not become one by moving a device.
 */
export function ruleCycle(first: NamedRule, others: readonly NamedRule[]): readonly string[] | undefined {
  const all = [first, ...others];
  const followers = followersAmong(all);
  const ways: (readonly NamedRule[])[] = [[first]];
  const seen = new Set<NamedRule>();
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of followers(way[way.length - 1] ?? first)) {
      if (next === first) return [...way, first].map(({ name }) => name);
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

function followersAmong(rules: readonly NamedRule[]): (rule: NamedRule) => readonly NamedRule[] {
  const byInput = new Map<string, NamedRule[]>();
  for (const rule of rules) {
    for (const what of looksAt(rule.definition)) byInput.set(what, [...(byInput.get(what) ?? []), rule]);
  }
  return ({ definition }) => makes(definition).flatMap((what) => byInput.get(what) ?? []);
}
