import type { NotificationOccasion } from "@heliograph/contract";
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
  /** The value is the name of a file, and no channel has the key. */
  readonly isFile?: true;
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
  const compared = (Array.isArray(limits) ? limits : []).map(recordOf);
  const file = fileIn(rest);
  if (!file) return valuesIn(measuredIn(rest), compared).slice(0, readingsAtMost);
  // Which file it was says more than that one came; what has a key is told beside it.
  const others = compared.filter(({ key }) => typeof key === "string");
  return [file, ...(others.length > 0 ? valuesIn(measuredIn(rest), others) : [])].slice(0, readingsAtMost);
}

function valuesIn(measured: Record<string, unknown>, limits: readonly Record<string, unknown>[]): readonly Reading[] {
  const compared = limits.flatMap((one) => comparedIn(one, measured));
  const all = Object.entries(measured).flatMap(([key, value]) =>
    isValue(value) ? [{ key, value: short(value) }] : [],
  );
  return compared.length > 0 ? compared : all;
}

/** Of what rules say themselves, beside the values. */
const fileIn = ({ file, values }: Record<string, unknown>): Reading | undefined =>
  typeof file === "string" && values !== undefined ? { key: "file", value: short(file), isFile: true } : undefined;

/** Whoever raises an alarm over the API has the values as its details; ours say more than that. */
function measuredIn(details: Record<string, unknown>): Record<string, unknown> {
  const { values } = details;
  const isOurs = ["rule", "ruleId", "policy"].some((name) => Object.hasOwn(details, name));
  return values === undefined && !isOurs ? details : recordOf(values);
}

/** What caused an alarm, or what ended it [ALM1]; where it ended without a value, those of its beginning are no news. */
export function readingsOf(
  { details }: Pick<AlarmInfo, "details">,
  occasion: NotificationOccasion,
): readonly Reading[] {
  if (occasion !== "CLEARED") return readingsIn(details);
  const { clearedBy = details } = recordOf(details);
  return recordOf(clearedBy)["cause"] === "NOT_MET" ? readingsIn(clearedBy) : [];
}

function comparedIn(
  { input, key, comparison, limit }: Record<string, unknown>,
  values: Record<string, unknown>,
): readonly Reading[] {
  if (typeof input !== "string" || typeof comparison !== "string" || !isValue(limit)) return [];
  const value = Object.hasOwn(values, input) ? values[input] : undefined;
  if (!isValue(value)) return [];
  const reading = { key: typeof key === "string" ? key : input, value: short(value) };
  return comparison === "EQUAL" && value === limit ? [reading] : [{ ...reading, limit: short(limit), comparison }];
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const isValue = (value: unknown): value is Value => ["number", "string", "boolean"].includes(typeof value);
const short = (value: Value): Value =>
  typeof value === "string" ? value.slice(0, textAtMost).replace(/[\uD800-\uDBFF]$/, "") : value;
