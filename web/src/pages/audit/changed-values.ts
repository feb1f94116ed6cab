import type { AuditRecord } from "@heliograph/contract";

type Data = AuditRecord["actionData"];

export interface ChangedValue {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Of a thing with parts, such as a channel: whether it is new, gone or another one. */
  readonly change?: "added" | "removed" | "changed";
}

const nothing = "–";

/** What differed, each side as text; a side that has nothing is a dash. */
export function changedValues({ before = {}, after = {} }: Data): readonly ChangedValue[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.map((name) => changedValue(name, before[name], after[name]));
  return changed.filter(({ name }) => !isOrderOfOthers(name, changed));
}

/** Kept as a hash: where things came or went it says nothing that they do not. */
function isOrderOfOthers(name: string, changed: readonly ChangedValue[]): boolean {
  const thing = orderedThing(name);
  return thing !== undefined && changed.some((one) => one.name.startsWith(`${thing} `) && one.change !== "changed");
}

/** "channel" of `channelOrder`: only that it is another one can be told. */
export const orderedThing = (name: string): string | undefined => /^(channel|command|attribute)Order$/.exec(name)?.[1];

function changedValue(name: string, before: unknown, after: unknown): ChangedValue {
  if (!isParts(before) && !isParts(after)) return { name, before: valueText(before), after: valueText(after) };
  const [old, now] = [partsOf(before), partsOf(after)];
  const differing = [...new Set([...old.keys(), ...now.keys()])].filter((part) => old.get(part) !== now.get(part));
  const side = (parts: ReadonlyMap<string, string>) =>
    differing.map((part) => `${part}: ${parts.get(part) ?? nothing}`).join("\n");
  if (isNothing(before)) return { name, before: nothing, after: side(now), change: "added" };
  if (isNothing(after)) return { name, before: side(old), after: nothing, change: "removed" };
  return { name, before: side(old), after: side(now), change: "changed" };
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;
const isParts = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Each part by its path; lists of things are told part by part, too. */
function partsOf(value: unknown, path = ""): ReadonlyMap<string, string> {
  const isBranch = isParts(value) || (Array.isArray(value) && value.some(isParts));
  if (!isBranch) return new Map(isNothing(value) ? [] : [[path, valueText(value)]]);
  const entries = Object.entries(value as object);
  return new Map(entries.flatMap(([name, part]) => [...partsOf(part, path === "" ? name : `${path}.${name}`)]));
}

export const factTexts = ({ facts = {} }: Data): readonly (readonly [name: string, text: string])[] =>
  Object.entries(facts).map(([name, value]) => [name, valueText(value)]);

function valueText(value: unknown): string {
  if (isNothing(value)) return nothing;
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
