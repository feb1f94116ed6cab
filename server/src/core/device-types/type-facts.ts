import { createHash } from "node:crypto";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { Facts } from "../audit/index.ts";
import type { DeviceTypeContent } from "./device-type.ts";

/** Facts by name, as JSON: ten thousand are compared and few of them are told [API11]. */
type FactTexts = ReadonlyMap<string, string>;

/**
 * What the audit log says of a type: each channel, command and attribute is a fact of its own, so that of ten thousand
 * those are on record that changed. A picture is known by its hash, and so is the order in which they stand.
 */
const typeFacts = ({ name, description, picture, definition }: DeviceTypeContent): FactTexts => {
  const channels = named("channel", definition.channels, ({ key }) => key);
  const commands = named("command", definition.commands, ({ method }) => method);
  const attributes = named("attribute", definition.attributes, ({ scope = "SHARED_SCOPE", key }) => `${scope} ${key}`);
  return new Map([
    ["name", textOf(name)],
    ["description", textOf(description)],
    ["picture", textOf(picture && hashOf(picture))],
    ["channelOrder", orderOf(channels)],
    ["commandOrder", orderOf(commands)],
    ["attributeOrder", orderOf(attributes)],
    ...channels,
    ...commands,
    ...attributes,
  ]);
};

const named = <T>(what: string, items: readonly T[], nameOf: (item: T) => string): (readonly [string, string])[] =>
  items.map((item) => [`${what} ${nameOf(item)}`, textOf(item)]);

const orderOf = (facts: readonly (readonly [string, string])[]): string =>
  textOf(hashOf(JSON.stringify(facts.map(([name]) => name))));

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** An entry is there to be read: of more characters of changes than these it tells how many changes there were besides. */
const charactersAtMost = 12_000;

/** Both sides of a change, without what did not change; bounded. */
export function factsOfChange(before: DeviceTypeContent, after: DeviceTypeContent): { before: Facts; after: Facts } {
  const [old, now] = [typeFacts(before), typeFacts(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  const changed = [...names].filter((name) => old.get(name) !== now.get(name));
  const sizeOf = (name: string) => name.length * 2 + (old.get(name)?.length ?? 0) + (now.get(name)?.length ?? 0);
  const told = asManyAsFit(changed, sizeOf);
  const further = changed.length - told.length;
  const sideOf = (facts: FactTexts, others: number): Facts => ({
    ...Object.fromEntries(told.map((name) => [name, parseJsonText(facts.get(name) ?? "null")])),
    ...(further > 0 && { furtherChanges: others }),
  });
  return { before: sideOf(old, 0), after: sideOf(now, further) };
}

const textOf = (fact: unknown): string => JSON.stringify(fact ?? null);

function asManyAsFit(names: readonly string[], sizeOf: (name: string) => number): readonly string[] {
  let characters = 0;
  const end = names.findIndex((name) => {
    characters += sizeOf(name);
    return characters > charactersAtMost;
  });
  return end < 0 ? names : names.slice(0, end);
}
