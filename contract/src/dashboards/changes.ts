import { type Static, Type } from "typebox";
import { type DashboardContent, isAlike, isTree, ownValue, type Tree, treeOf } from "./tree.ts";

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

/**
 * The changes that make `after` out of `before`, value by value. What is a list with names (pages, variables, places) is
 * compared by name, so that one more in front is one addition; the order of names is a value of its own.
 */
export const changesBetween = (before: DashboardContent, after: DashboardContent): DashboardChange[] =>
  treeChanges(treeOf(before), treeOf(after), []);

function treeChanges(before: Tree, after: Tree, path: readonly string[]): DashboardChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => changesAt([...path, name], ownValue(before, name), ownValue(after, name)));
}

function changesAt(path: string[], before: unknown, after: unknown): DashboardChange[] {
  if (before === undefined) return [{ path, kind: "ADDED", after }];
  if (after === undefined) return [{ path, kind: "REMOVED", before }];
  if (isTree(before) && isTree(after)) return treeChanges(before, after, path);
  return isAlike(before, after) ? [] : [{ path, kind: "CHANGED", before, after }];
}
