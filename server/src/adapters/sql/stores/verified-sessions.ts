import type { Expression, ExpressionBuilder, SqlBool, Transaction } from "kysely";
import type { SessionId, TenantId, UserId } from "../../../kernel/ids.ts";
import type { Tables } from "../tables.ts";

type Rows = ExpressionBuilder<Tables, "sessions" | "users" | "assignments">;

/** Where a session is: in a tenant that was opened, else in that of its assignment. */
const tenantOf = (row: Rows) => row.fn.coalesce("sessions.opened_tenant_id", "assignments.tenant_id");

/**
 * Whether a session has shown all that is asked for at this moment: a code, or nothing because the account is a program's,
 * or has no second factor in a tenant that asks for none [AUTH9]. Asked with every look at a session, so that no order of
 * events leaves one behind that should not be.
 */
export function hasShownEnough(row: Rows): Expression<SqlBool> {
  const factor = row
    .selectFrom("second_factors")
    .select("second_factors.user_id")
    .whereRef("second_factors.user_id", "=", "users.id")
    .where("second_factors.enabled_time", "is not", null);
  const rule = row
    .selectFrom("sign_in_rules")
    .select("sign_in_rules.tenant_id")
    .where((eb) => eb("sign_in_rules.tenant_id", "=", tenantOf(row)))
    .where("sign_in_rules.needs_second_factor", "=", 1);
  return row.or([
    row("sessions.is_verified", "=", 1),
    row("users.is_service", "=", 1),
    row.and([row.not(row.exists(factor)), row.not(row.exists(rule))]),
  ]);
}

/** Removes the sessions of a user, or in a tenant, that have not; returns which. */
export async function endUnverified(
  trx: Transaction<Tables>,
  whose: { readonly user: UserId } | { readonly tenant: TenantId },
): Promise<readonly SessionId[]> {
  const lacking = trx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("assignments", "assignments.id", "sessions.assignment_id")
    .select("sessions.id")
    .where((row) => row.not(hasShownEnough(row)))
    .where((row) =>
      "user" in whose ? row("sessions.user_id", "=", whose.user) : row(tenantOf(row), "=", whose.tenant),
    );
  const ended = await trx.deleteFrom("sessions").where("id", "in", lacking).returning("id").execute();
  return ended.map(({ id }) => id as SessionId);
}
