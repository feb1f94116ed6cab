import { describe, expect, test } from "vitest";
import { completed, permissionDependencies, unmetDependencies, without } from "./permission-dependencies.ts";
import { type Permission, permissions, roles } from "./permissions.ts";

describe("[ROL1] permissions depend on each other", () => {
  test("the built-in roles lack nothing", () => {
    for (const held of Object.values(roles)) expect(unmetDependencies(held)).toEqual([]);
  });

  test("what is missing is named: all of some, or one of others", () => {
    expect(unmetDependencies(["EDIT_DEVICE_CREDENTIALS", "VIEW_AUDIT_LOG"])).toEqual([
      { permission: "EDIT_DEVICE_CREDENTIALS", all: ["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"], atLeastOne: [] },
      { permission: "VIEW_AUDIT_LOG", all: [], atLeastOne: ["VIEW_DEVICES", "VIEW_USERS"] },
    ]);
    expect(unmetDependencies(["VIEW_AUDIT_LOG", "VIEW_USERS"])).toEqual([]);
  });

  test("a selection is completed with what its parts need, and theirs", () => {
    expect(completed(["EDIT_TELEMETRY"])).toEqual(["VIEW_DEVICES", "VIEW_TELEMETRY", "EDIT_TELEMETRY"]);
    expect(completed([])).toEqual([]);
  });

  test("what is of no use without a permission goes with it", () => {
    expect(without(completed(["EDIT_TELEMETRY", "VIEW_USERS"]), "VIEW_DEVICES")).toEqual(["VIEW_USERS"]);
  });

  test("what is not offered is not chosen, and of choices the one that is", () => {
    expect(completed(["EDIT_TELEMETRY"], ["EDIT_TELEMETRY"])).toEqual(["EDIT_TELEMETRY"]);
    expect(completed(["VIEW_AUDIT_LOG"])).toEqual(["VIEW_DEVICES", "VIEW_AUDIT_LOG"]);
    expect(completed(["VIEW_AUDIT_LOG"], ["VIEW_USERS"])).toEqual(["VIEW_USERS", "VIEW_AUDIT_LOG"]);
  });

  test("every single one can be completed, and then lacks nothing", () => {
    for (const one of Object.keys(permissions) as Permission[]) expect(unmetDependencies(completed([one]))).toEqual([]);
    expect(Object.keys(permissionDependencies).length).toBeGreaterThan(10);
  });
});
