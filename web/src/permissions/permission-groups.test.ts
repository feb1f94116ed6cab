import type { Permission } from "@heliograph/contract";
import { permissions } from "@heliograph/contract/permissions";
import { expect, test } from "vitest";
import { de } from "../i18n/de/index.ts";
import { en } from "../i18n/en/index.ts";
import { grouped } from "./permission-groups.ts";

const all = Object.keys(permissions) as Permission[];

test("[ROL1] every permission is in one group, and no two have one name in a language", () => {
  const listed = grouped(all).flatMap(([, those]) => those);

  expect(listed.toSorted()).toEqual(all.toSorted());
  for (const { permissionNames } of [en, de]) {
    expect(new Set(Object.values(permissionNames)).size).toBe(all.length);
  }
});

test("a group without any of a list is left out", () => {
  expect(grouped(["VIEW_USERS", "VIEW_DEVICES"])).toEqual([
    ["devices", ["VIEW_DEVICES"]],
    ["people", ["VIEW_USERS"]],
  ]);
});
