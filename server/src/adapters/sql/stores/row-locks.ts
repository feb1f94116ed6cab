import type { Transaction } from "kysely";
import type { TenantId, UserId } from "../../../kernel/ids.ts";
import type { Tables } from "../tables.ts";

// Whoever writes a row makes the next writer wait until the transaction ends, on both databases. Those who need a
// tenant and users take the tenant first, and users in the order of their ids: so nobody waits for each other.

/** Two administrators who remove each other at once must meet. */
export async function lockTenant(trx: Transaction<Tables>, tenant: TenantId): Promise<void> {
  await trx
    .updateTable("tenants")
    .set((eb) => ({ name: eb.ref("name") }))
    .where("id", "=", tenant)
    .execute();
}

/** Two who end assignments of one user, or who end one and add another, must meet. False when there is none. */
export async function lockUser(trx: Transaction<Tables>, user: UserId): Promise<boolean> {
  const { numUpdatedRows } = await writeUnchanged(trx, user).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A login and a change of the password must meet. False when the password is another one by now. */
export async function lockPassword(trx: Transaction<Tables>, user: UserId, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await writeUnchanged(trx, user)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const writeUnchanged = (trx: Transaction<Tables>, user: UserId) =>
  trx
    .updateTable("users")
    .set((eb) => ({ username: eb.ref("username") }))
    .where("id", "=", user);
