import type { Principal } from "../../core/access/index.ts";
import { isWithin } from "../../core/projects/index.ts";

type Granted = Pick<Principal, "grants" | "tenantId">;

/** Whether somebody may do the same in the same places as before. */
export const hasSameGrants = (one: Granted, other: Granted): boolean =>
  one.tenantId === other.tenantId &&
  one.grants.length === other.grants.length &&
  one.grants.every((grant, at) => isSameGrant(grant, other.grants[at]));

type Grant = Granted["grants"][number];

const isSameGrant = (one: Grant, other: Grant | undefined): boolean =>
  other !== undefined &&
  one.permissions.size === other.permissions.size &&
  one.permissions.isSubsetOf(other.permissions) &&
  isWithin(one.projects, other.projects) &&
  isWithin(other.projects, one.projects);
