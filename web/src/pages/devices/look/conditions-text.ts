import {
  type AlarmSeverity,
  activityStates,
  alarmPresences,
  alarmSeverities,
  attributeScopes,
  type Comparison,
  comparisonNames,
  conditionProblem,
  type DeviceCondition,
  type DeviceFilterNode,
  isFilterNode,
  nameComparisons,
  type Operand,
} from "@heliograph/contract";
import { given } from "../groups/conditions/condition-editor.ts";
import { fromAddress, inAddress } from "./address-text.ts";

/** Conditions all of which have to be met, readable in an address; what stands inside each other is JSON there. */
export const conditionsText = ({ kind, conditions }: DeviceFilterNode): string =>
  kind === "ANY" || conditions.some((one) => isFilterNode(one))
    ? inAddress([["j", JSON.stringify({ kind, conditions })]])
    : inAddress(conditions.map((one) => partsOf(one as DeviceCondition)));

/** What makes no sense is left out: addresses are typed by people and cut by mail programs. */
export function conditionsFrom(text: string): DeviceFilterNode | undefined {
  const things = fromAddress(text);
  if (things[0]?.[0] === "j") return nestedFrom(things[0][1] ?? "");
  const conditions = things.flatMap((parts) => conditionFrom(parts) ?? []);
  const known = conditions.filter((one) => conditionProblem(one) === undefined);
  return known.length === 0 ? undefined : { kind: "ALL", conditions: known };
}

/** The server says what is wrong with it. */
function nestedFrom(text: string): DeviceFilterNode | undefined {
  try {
    const read = JSON.parse(text) as DeviceFilterNode;
    return Array.isArray(read.conditions) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** A point before a text tells "60" from 60. */
const operandText = (value: Operand | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? `.${value}` : String(value);

function operandFrom(text: string | undefined): Operand | undefined {
  if (!text) return undefined;
  if (text.startsWith(".")) return text.slice(1);
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const spanText = (span: number | undefined): string => (span === undefined ? "" : String(span));
const spanFrom = (text: string | undefined): number | undefined => {
  const span = Number(text);
  return text && Number.isSafeInteger(span) && span > 0 ? span : undefined;
};

function partsOf(condition: DeviceCondition): readonly string[] {
  switch (condition.kind) {
    case "LATEST_VALUE": {
      const { key, comparison, value, newerThanMs, olderThanMs } = condition;
      return trimmed(["v", key, comparison, operandText(value), spanText(newerThanMs), spanText(olderThanMs)]);
    }
    case "ATTRIBUTE":
      return trimmed(["a", condition.key, condition.comparison, operandText(condition.value), condition.scope ?? ""]);
    case "ALARM":
      return trimmed(["alarm", condition.state, condition.severity ?? "", condition.type ?? ""]);
    case "ACTIVITY":
      return trimmed(["contact", condition.state, spanText(condition.sinceMs)]);
    case "NAME":
      return ["name", condition.comparison, condition.text];
    case "TYPE":
      return ["type", ...condition.deviceProfileIds];
    case "PROJECT":
      return [condition.includeDescendants === false ? "in" : "below", ...condition.projectIds];
  }
}

const trimmed = (parts: readonly string[]): readonly string[] =>
  parts.slice(0, parts.findLastIndex((part) => part !== "") + 1);

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((one) => one === text);

function conditionFrom([kind, first = "", ...rest]: readonly string[]): DeviceCondition | undefined {
  switch (kind) {
    case "v":
      return comparedFrom(rest[0], (comparison) =>
        given({
          ...{ kind: "LATEST_VALUE" as const, key: first, comparison, value: operandFrom(rest[1]) },
          ...{ newerThanMs: spanFrom(rest[2]), olderThanMs: spanFrom(rest[3]) },
        }),
      );
    case "a":
      return comparedFrom(rest[0], (comparison) =>
        given({
          ...{ kind: "ATTRIBUTE" as const, key: first, comparison, value: operandFrom(rest[1]) },
          scope: oneOf(attributeScopes, rest[2]),
        }),
      );
    case "alarm": {
      const state = oneOf(alarmPresences, first);
      const severity = oneOf<AlarmSeverity>(alarmSeverities, rest[0]);
      return state && given({ kind: "ALARM" as const, state, severity, type: rest[1] || undefined });
    }
    case "contact": {
      const state = oneOf(activityStates, first);
      return state && given({ kind: "ACTIVITY" as const, state, sinceMs: spanFrom(rest[0]) });
    }
    case "name": {
      const comparison = oneOf(nameComparisons, first);
      return comparison && { kind: "NAME", comparison, text: rest[0] ?? "" };
    }
    case "type":
      return first ? { kind: "TYPE", deviceProfileIds: [first, ...rest] } : undefined;
    case "in":
    case "below":
      if (!first) return undefined;
      return { kind: "PROJECT", projectIds: [first, ...rest], ...(kind === "in" && { includeDescendants: false }) };
    default:
      return undefined;
  }
}

function comparedFrom(
  text: string | undefined,
  make: (comparison: Comparison) => DeviceCondition,
): DeviceCondition | undefined {
  const comparison = oneOf(comparisonNames, text);
  return comparison && make(comparison);
}
