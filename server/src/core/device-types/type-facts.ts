import { createHash } from "node:crypto";
import type { Facts } from "../audit/index.ts";
import type { DeviceTypeContent } from "./device-type.ts";

/**
 * What the audit log says of a type: each channel, command and attribute is a fact of its own, so that of ten thousand
 * those are on record that changed. A picture is known by its hash.
 */
const typeFacts = ({ name, description, picture, definition }: DeviceTypeContent): Facts => ({
  name,
  description,
  picture: picture && createHash("sha256").update(picture).digest("hex"),
  channelOrder: createHash("sha256")
    .update(JSON.stringify(definition.channels.map(({ key }) => key)))
    .digest("hex"),
  ...named("channel", definition.channels, ({ key }) => key),
  ...named("command", definition.commands, ({ method }) => method),
  ...named("attribute", definition.attributes, ({ scope = "SHARED_SCOPE", key }) => `${scope} ${key}`),
});

const named = <T>(what: string, items: readonly T[], nameOf: (item: T) => string): Facts =>
  Object.fromEntries(items.map((item) => [`${what} ${nameOf(item)}`, item]));

/** An entry is there to be read: of more characters of changes than these it tells how many changes there were besides. */
const charactersAtMost = 12_000;

/** Both sides of a change, without what did not change; bounded. */
export function factsOfChange(before: DeviceTypeContent, after: DeviceTypeContent): { before: Facts; after: Facts } {
  const [old, now] = [typeFacts(before), typeFacts(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => textOf(old[name]) !== textOf(now[name]));
  const told = asManyAsFit(changed, (name) => name.length * 2 + textOf(old[name]).length + textOf(now[name]).length);
  const further = changed.length - told.length;
  const sideOf = (facts: Facts, others: number) => ({
    ...Object.fromEntries(told.map((name) => [name, facts[name] ?? null])),
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
