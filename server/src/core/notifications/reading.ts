import type { AlarmInfo } from "../alarms/index.ts";

type Value = number | string | boolean;

/** What was measured when something happened [NTF1]. */
export interface Reading {
  /** Key of the channel, by which its title and unit are known. */
  readonly key: string;
  readonly value: Value;
  readonly limit?: Value;
  readonly comparison?: string;
  /** In the reader's language, as a message has it. */
  readonly title?: string;
  readonly unit?: string;
}

/** A message names so many of the values of one alarm. */
const readingsAtMost = 5;
const textAtMost = 100;
/** What is there says nothing of why it happened. */
const valueless: ReadonlySet<unknown> = new Set(["NO_DATA", "PERSON", "RULE_CHANGED"]);

/** The values in the details of an alarm: those that were compared with something, or all. Details are any JSON. */
export function readingsIn(details: unknown): readonly Reading[] {
  const { cause, limits, ...rest } = recordOf(details);
  if (valueless.has(cause)) return [];
  const measured = measuredIn(rest);
  const compared = (Array.isArray(limits) ? limits : []).flatMap((one: unknown) => comparedIn(recordOf(one), measured));
  const all = Object.entries(measured).flatMap(([key, value]) =>
    isValue(value) ? [{ key, value: short(value) }] : [],
  );
  return (compared.length > 0 ? compared : all).slice(0, readingsAtMost);
}

/** Whoever raises an alarm over the API has the values as its details; ours say more than that. */
function measuredIn(details: Record<string, unknown>): Record<string, unknown> {
  const { values } = details;
  const isOurs = ["rule", "ruleId", "policy"].some((name) => Object.hasOwn(details, name));
  return values === undefined && !isOurs ? details : recordOf(values);
}

/** Of an alarm as it is; where it ended without a value, those of its beginning are no news. */
export const readingsOf = ({ details, cleared }: Pick<AlarmInfo, "details" | "cleared">): readonly Reading[] =>
  cleared && recordOf(details)["cause"] !== "NOT_MET" ? [] : readingsIn(details);

function comparedIn(
  { input, key, comparison, limit }: Record<string, unknown>,
  values: Record<string, unknown>,
): readonly Reading[] {
  if (typeof input !== "string" || typeof comparison !== "string" || !isValue(limit)) return [];
  const value = Object.hasOwn(values, input) ? values[input] : undefined;
  if (!isValue(value)) return [];
  return [{ key: typeof key === "string" ? key : input, value: short(value), limit: short(limit), comparison }];
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const isValue = (value: unknown): value is Value => ["number", "string", "boolean"].includes(typeof value);
const short = (value: Value): Value =>
  typeof value === "string" ? value.slice(0, textAtMost).replace(/[\uD800-\uDBFF]$/, "") : value;
