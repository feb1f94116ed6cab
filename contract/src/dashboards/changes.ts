import { type Static, Type } from "typebox";
import type { DashboardConfiguration } from "./configuration.ts";

/** What differs between two versions: one value, by where it stands [DSH2]. */
export const DashboardChange = Type.Object({
  path: Type.Array(Type.String(), {
    description: "Where: widgets by name, pages by id, variables by name, places by widget",
    examples: [["widgets", "bearings", "options", "left", "max"]],
  }),
  kind: Type.Enum(["ADDED", "REMOVED", "CHANGED"], { examples: ["CHANGED"] }),
  before: Type.Optional(Type.Unknown({ description: "What was there", examples: [100] })),
  after: Type.Optional(Type.Unknown({ description: "What is there", examples: [120] })),
});
export type DashboardChange = Static<typeof DashboardChange>;

/** What of a dashboard is compared. */
export interface DashboardContent {
  readonly title: string;
  readonly configuration: DashboardConfiguration;
}

type Json = unknown;
type Tree = Readonly<Record<string, Json>>;

/**
 * The changes that make `after` out of `before`, value by value. What is a list with names (pages, variables, places) is
 * compared by name, so that one more in front is one addition; the order of names is a value of its own.
 */
export const changesBetween = (before: DashboardContent, after: DashboardContent): DashboardChange[] =>
  treeChanges(treeOf(before), treeOf(after), []);

/** Names are own keys of objects without a prototype: any name is one. */
const treeOf = ({ title, configuration }: DashboardContent): Tree => {
  const { variables, pages, ...others } = configuration;
  return {
    title,
    ...others,
    ...namedTree("variables", variables, ({ name }) => name),
    ...namedTree(
      "pages",
      pages.map(({ layout, narrow, ...page }) => ({
        ...page,
        ...namedTree("layout", layout, ({ widget }) => widget, "unordered"),
        ...(narrow && namedTree("narrow", narrow, ({ widget }) => widget, "unordered")),
      })),
      ({ id }) => id,
    ),
  };
};

function namedTree<T>(name: string, items: readonly T[], nameOf: (item: T) => string, order?: "unordered"): Tree {
  const byName = Object.assign(Object.create(null), Object.fromEntries(items.map((item) => [nameOf(item), item])));
  return { [name]: byName, ...(order !== "unordered" && { [`${name}Order`]: items.map(nameOf) }) };
}

function treeChanges(before: Tree, after: Tree, path: readonly string[]): DashboardChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => changesAt([...path, name], ownValue(before, name), ownValue(after, name)));
}

function changesAt(path: string[], before: Json, after: Json): DashboardChange[] {
  if (before === undefined) return [{ path, kind: "ADDED", after }];
  if (after === undefined) return [{ path, kind: "REMOVED", before }];
  if (isTree(before) && isTree(after)) return treeChanges(before, after, path);
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, kind: "CHANGED", before, after }];
}

const ownValue = (tree: Tree, name: string): Json => (Object.hasOwn(tree, name) ? tree[name] : undefined);

const isTree = (value: Json): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);
