import type { RuleDefinition, RuleScope } from "@heliograph/contract";
import { nameMaxLength, said } from "@heliograph/contract";
import { foldCase } from "../../../kernel/text.ts";
import type { LimitProblem, LimitRow } from "./limit-row.ts";

/** A rule made of some rows of a table. */
export interface LimitRule {
  readonly name: string;
  readonly description: null;
  readonly definition: RuleDefinition;
  readonly rows: readonly number[];
}

/** The ids of what rows name: of types by their names in lower case, as two never differ in case alone. */
export interface NamedTargets {
  readonly type: ReadonlyMap<string, string>;
  readonly device: ReadonlyMap<string, string>;
}

/** Rows of one key, target, text and direction are the severities of one rule. */
export function limitRulesOf(
  rows: readonly LimitRow[],
  targets: NamedTargets,
): { readonly rules: readonly LimitRule[]; readonly problems: readonly LimitProblem[] } {
  const problems: LimitProblem[] = [];
  const rules: LimitRule[] = [];
  for (const group of Map.groupBy(rows, groupOf).values()) {
    const found = [...twice(group), ...missing(group, targets)];
    problems.push(...found);
    if (found.length === 0) rules.push(ruleOf(group, targets));
  }
  return { rules, problems };
}

export const nameOfTarget = ({ kind, name }: LimitRow["target"]): string => (kind === "type" ? foldCase(name) : name);

const groupOf = ({ key, target, text, comparison }: LimitRow): string =>
  JSON.stringify([key, target.kind, nameOfTarget(target), text, comparison.startsWith("GREATER")]);

function twice(group: readonly LimitRow[]): readonly LimitProblem[] {
  return group.flatMap(({ row, severity }, at) => {
    const first = group.findIndex((one) => one.severity === severity);
    return first < at ? [{ row, ...severityTwice(group[first]?.row ?? 0, severity) }] : [];
  });
}

const severityTwice = (other: number, severity: string) =>
  said("ROW_SEVERITY_TWICE", `severity: row ${other} has ${severity} of the same limit`, {
    ...{ other: String(other), severity },
  });

const idOf = ({ target }: LimitRow, targets: NamedTargets): string | undefined =>
  targets[target.kind].get(nameOfTarget(target));

const missing = (group: readonly LimitRow[], targets: NamedTargets): readonly LimitProblem[] =>
  group
    .filter((one) => idOf(one, targets) === undefined)
    .map(({ row, target: { kind, name } }) => ({
      row,
      ...said(kind === "type" ? "ROW_NO_TYPE" : "ROW_NO_DEVICE", `${kind}: no ${kind} ${name}`, { name }),
    }));

function ruleOf(group: readonly LimitRow[], targets: NamedTargets): LimitRule {
  const [first] = group;
  if (!first) throw new Error("a group has rows");
  const id = idOf(first, targets) ?? "";
  const scope: RuleScope =
    first.target.kind === "type" ? { kind: "DEVICE_TYPE", deviceTypeIds: [id] } : { kind: "DEVICE", deviceIds: [id] };
  const definition: RuleDefinition = {
    scope,
    inputs: [{ kind: "TELEMETRY", name: "value", key: first.key }],
    steps: group.map(stepOf),
    alarmType: first.text,
    actions: [],
  };
  const name = `${first.text} (${first.target.name})`.slice(0, nameMaxLength).trimEnd();
  return { name, description: null, definition, rows: group.map(({ row }) => row) };
}

const stepOf = ({ severity, comparison, limit, deadBand, durationMs }: LimitRow): RuleDefinition["steps"][number] => ({
  severity,
  when: { kind: "COMPARE", input: "value", comparison, value: limit, ...(deadBand !== undefined && { deadBand }) },
  ...(durationMs !== undefined && { for: { ms: durationMs } }),
});
