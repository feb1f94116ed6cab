import type { Permission } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { newId, type ProjectId, type TenantId } from "../../kernel/ids.ts";
import type { ReachedProjects } from "../projects/index.ts";
import { type Principal, reachFor, whereHeld } from "./principal.ts";

const tenantId = newId<TenantId>();
const [north, south, west] = [newId<ProjectId>(), newId<ProjectId>(), newId<ProjectId>()];

const holding = (...grants: [permissions: Permission[], projects: ReachedProjects][]): Principal => ({
  credential: { kind: "session", id: newId() },
  keyName: undefined,
  userId: newId(),
  username: "ada",
  authorityId: newId(),
  role: "VIEWER",
  tenantId,
  permissions: new Set(grants.flatMap(([permissions]) => permissions)),
  grants: grants.map(([permissions, projects]) => ({ permissions: new Set(permissions), projects })),
  openedUntil: undefined,
});

describe("[ROL1] where somebody may do something", () => {
  test("is the union of the grants that hold it", () => {
    const ada = holding([["VIEW_DEVICES"], new Set([north])], [["VIEW_DEVICES"], new Set([south])]);

    expect(reachFor(ada, ["VIEW_DEVICES"])).toEqual({ tenantId, projects: new Set([north, south]) });
  });

  test("is only where all of what is needed is held", () => {
    const ada = holding(
      [["VIEW_DEVICES"], new Set([north, west])],
      [["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"], new Set([west])],
    );

    expect(reachFor(ada, ["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"])?.projects).toEqual(new Set([west]));
  });

  test("a grant over the whole tenant makes smaller ones of no account", () => {
    const ada = holding([["VIEW_FILES"], new Set([north])], [["VIEW_FILES"], "all"]);

    expect(reachFor(ada, ["VIEW_FILES"])?.projects).toBe("all");
  });

  test("is nowhere where no grant holds it", () => {
    expect(reachFor(holding([["VIEW_FILES"], "all"]), ["EDIT_FILES"])?.projects).toEqual(new Set());
  });

  test("within where something else is held it is nothing elsewhere", () => {
    const ada = holding(
      [["VIEW_TELEMETRY", "SHARE_DASHBOARDS"], new Set([north])],
      [["VIEW_TELEMETRY"], new Set([south])],
      [["VIEW_FILES"], "all"],
    );
    const shares = whereHeld(ada, "SHARE_DASHBOARDS");

    expect(reachFor(shares, ["VIEW_TELEMETRY"])?.projects).toEqual(new Set([north]));
    expect(reachFor(shares, ["VIEW_FILES"])?.projects).toEqual(new Set([north]));
  });

  test("a system administrator is in no tenant", () => {
    expect(reachFor({ ...holding([["MANAGE_TENANTS"], "all"]), tenantId: undefined }, [])).toBeUndefined();
  });
});
