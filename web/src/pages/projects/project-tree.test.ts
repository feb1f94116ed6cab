import type { ListedProject } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { indentedName, placesFor, treeRows } from "./project-tree.ts";

const project = (name: string, parent?: string, deviceCount = 0): ListedProject => ({
  id: { entityType: "PROJECT", id: name },
  createdTime: 0,
  tenantId: { entityType: "TENANT", id: "t" },
  parentId: parent === undefined ? null : { entityType: "PROJECT", id: parent },
  name,
  description: null,
  deviceCount,
});

describe("[PRJ1] the tree of projects", () => {
  const rows = treeRows([
    project("a"),
    project("aa", "a"),
    project("aaa", "aa"),
    project("b"),
    project("lost", "hidden"),
  ]);

  test("goes from the top to the bottom; whose parent cannot be seen stands at the top", () => {
    expect(rows.map(({ project: { name }, depth }) => [name, depth])).toEqual([
      ["a", 0],
      ["aa", 1],
      ["aaa", 2],
      ["b", 0],
      ["lost", 0],
    ]);
  });

  test("a project goes neither to itself nor below itself", () => {
    expect(placesFor(rows, "aa").map((row) => row.project.name)).toEqual(["a", "b", "lost"]);
    expect(placesFor(rows, undefined)).toEqual(rows);
  });

  test("a project counts the devices of those below it, as a list of its devices does", () => {
    const counting = treeRows([project("a", undefined, 2), project("aa", "a", 3), project("aaa", "aa", 4)]);

    expect(counting.map(({ devices }) => devices)).toEqual([9, 7, 4]);
  });

  test("names show by their indentation where they are", () => {
    expect(rows.slice(0, 2).map(indentedName)).toEqual(["a", "\u2003aa"]);
  });
});
