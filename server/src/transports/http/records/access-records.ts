import type { Assignment, CurrentUser, TenantRecord, UserRecord } from "@heliograph/contract";
import type { Principal, TenantUser, User, UserAssignment } from "../../../core/access/index.ts";
import type { Tenant } from "../../../core/tenants/index.ts";
import { grantRecordOf, roleNamesOf } from "./grant-records.ts";

const tenantId = (id: string) => ({ entityType: "TENANT" as const, id });

export const tenantRecordOf = (tenant: Tenant): TenantRecord => ({
  id: tenantId(tenant.id),
  createdTime: tenant.createdTime,
  name: tenant.name,
});

/** Without a tenant the fields are left out, never null [AUTH1]. */
export const assignmentRecordOf = ({ id, role, tenant }: UserAssignment): Assignment => ({
  authorityId: { entityType: "AUTHORITY", id },
  authority: role,
  ...(tenant && { tenant: { id: tenantId(tenant.id), name: tenant.name }, tenantId: tenantId(tenant.id) }),
});

export const userRecordOf = (user: TenantUser): UserRecord => ({
  id: { entityType: "USER", id: user.id },
  createdTime: user.createdTime,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  authority: user.role,
  roles: roleNamesOf(user),
  grants: user.grants.map(grantRecordOf),
  serviceAccount: user.isService,
  secondFactor: user.hasSecondFactor,
  authorityId: { entityType: "AUTHORITY", id: user.authorityId },
  tenantId: tenantId(user.tenantId),
});

/** What is asked for beside the principal. */
interface AboutCaller {
  readonly user: User;
  readonly tenant: Tenant | undefined;
  readonly preferences: CurrentUser["preferences"];
  readonly termsToAccept: number | null;
}

export const currentUserOf = (
  principal: Principal,
  { user, tenant, preferences, termsToAccept }: AboutCaller,
): CurrentUser => ({
  id: { entityType: "USER", id: user.id },
  createdTime: user.createdTime,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  authority: principal.role,
  authorityId: { entityType: "AUTHORITY", id: principal.authorityId },
  ...(tenant && { tenantId: tenantId(tenant.id), tenantName: tenant.name }),
  permissions: [...principal.permissions],
  ...(principal.openedUntil !== undefined && { openedUntil: principal.openedUntil }),
  preferences,
  termsToAccept,
});
