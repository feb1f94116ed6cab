import type { DeviceTypeRecord } from "@heliograph/contract";

/** How many things were changed: each channel, command and attribute, each part of the head, and an order is one. */
export function changeCount(base: DeviceTypeRecord, draft: DeviceTypeRecord): number {
  const head = (["name", "description", "image"] as const).filter((field) => base[field] !== draft[field]).length;
  return (
    head +
    listChanges(base.channels, draft.channels, ({ key }) => key) +
    listChanges(base.commands, draft.commands, ({ method }) => method) +
    listChanges(base.attributes, draft.attributes, ({ key }) => key)
  );
}

function listChanges<T>(base: readonly T[], draft: readonly T[], nameOf: (item: T) => string): number {
  if (base === draft) return 0;
  const [before, after] = [named(base, nameOf), named(draft, nameOf)];
  const gone = [...before.keys()].filter((name) => !after.has(name)).length;
  const added = [...after.keys()].filter((name) => !before.has(name)).length;
  const changed = [...after].filter(([name, item]) => {
    const was = before.get(name);
    return was !== undefined && was !== item && JSON.stringify(was) !== JSON.stringify(item);
  }).length;
  // A new key in place of another is one change, not two.
  const count = Math.max(gone, added) + changed;
  return count || Number(isMoved(base, draft, nameOf));
}

const named = <T>(items: readonly T[], nameOf: (item: T) => string) =>
  new Map(items.map((item) => [nameOf(item), item]));

const isMoved = <T>(base: readonly T[], draft: readonly T[], nameOf: (item: T) => string): boolean =>
  base.length !== draft.length || base.some((item, index) => nameOf(item) !== nameOf(draft[index] ?? item));
