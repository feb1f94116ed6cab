import type { Insertable, Transaction } from "kysely";
import type { AssignOutcome, NewAssignment, NewGrant, User } from "../../../core/access/index.ts";
import { tenantFull } from "../../../core/tenants/index.ts";
import { type AuthorityId, type GrantId, type InvitationId, newId, type UserId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Tables } from "../tables.ts";
import { lockTenant, lockUser } from "./row-locks.ts";

export async function insertUser(trx: Transaction<Tables>, user: User): Promise<void> {
  await trx.insertInto("users").values(userRow(user)).execute();
}

/** A system administrator is nothing else, and nobody else becomes one, over whatever door [AUTH7]. */
export async function insertAssignment(
  trx: Transaction<Tables>,
  user: UserId,
  assignment: NewAssignment,
): Promise<Extract<AssignOutcome, "assigned" | "no-such-user" | "excluded-role">> {
  await requireRoom(trx, assignment);
  if (!(await lockUser(trx, user))) return "no-such-user";
  const held = await trx.selectFrom("assignments").select("role").where("user_id", "=", user).execute();
  const isSystem = ({ role }: { readonly role: string }): boolean => role === "SYS_ADMIN";
  if (held.some((one) => isSystem(one) !== isSystem(assignment))) return "excluded-role";
  await trx.insertInto("assignments").values(assignmentRow(user, assignment)).execute();
  await insertGrants(trx, assignment.id, assignment.grants ?? []);
  return "assigned";
}

/** Of two who are added at once to a tenant with room for one, one is refused [QTA1]. */
async function requireRoom(trx: Transaction<Tables>, { tenantId, usersAtMost = 0 }: NewAssignment): Promise<void> {
  if (tenantId === undefined || usersAtMost === 0) return;
  await lockTenant(trx, tenantId);
  const { total } = await trx
    .selectFrom("assignments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("tenant_id", "=", tenantId)
    .executeTakeFirstOrThrow();
  if (Number(total) >= usersAtMost) throw tenantFull("users", usersAtMost);
}

export async function insertGrants(
  trx: Transaction<Tables>,
  holder: AuthorityId | { readonly invitation: InvitationId },
  grants: readonly NewGrant[],
): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ role, projectId }) => ({
    id: newId<GrantId>(),
    assignment_id: typeof holder === "string" ? holder : null,
    invitation_id: typeof holder === "string" ? null : holder.invitation,
    role: role.kind === "built-in" ? role.name : null,
    role_id: role.kind === "own" ? role.id : null,
    project_id: projectId,
  }));
  await trx.insertInto("grants").values(rows).execute();
}

const userRow = (user: User): Insertable<Tables["users"]> => ({
  id: user.id,
  username: user.username,
  username_key: foldCase(user.username),
  first_name: user.firstName,
  last_name: user.lastName,
  password_hash: user.passwordHash,
  created_time: user.createdTime,
});

const assignmentRow = (userId: UserId, assignment: NewAssignment): Tables["assignments"] => ({
  id: assignment.id,
  user_id: userId,
  tenant_id: assignment.tenantId ?? null,
  role: assignment.role,
  created_time: assignment.createdTime,
});
