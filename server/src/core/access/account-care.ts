import { AppError } from "../../kernel/errors.ts";
import type { TenantId, UserId } from "../../kernel/ids.ts";
import { accountElsewhere, ownAccount } from "./errors.ts";
import { requireNoMore } from "./given-access.ts";
import { type Principal, standsAbove } from "./principal.ts";
import type { TenantUser, UserAssignment } from "./user-store.ts";
import type { Users } from "./users.ts";

/**
 * Who may do something to an account as a whole: take its second factor, hand over a way to a new password. Whoever can,
 * can be that user wherever it is one. So it is for those who manage the users of every tenant the account is in, and may
 * do there what it may: else it would be a way to be allowed more [ROL1].
 */
export class AccountCare {
  readonly #users: Pick<Users, "require" | "administrator" | "assignmentsOf">;

  constructor(users: Pick<Users, "require" | "administrator" | "assignmentsOf">) {
    this.#users = users;
  }

  /** The user, if `by` may. One's own account needs one's own factors, not one's office. */
  async require(tenant: TenantId, userId: UserId, by: Principal): Promise<TenantUser> {
    const user = await this.#users.require(tenant, userId);
    if (userId === by.userId) throw ownAccount();
    requireNoMore(by, user);
    const elsewhere = (await this.#users.assignmentsOf(userId)).filter((one) => one.tenant?.id !== tenant);
    if (standsAbove(by) || elsewhere.length === 0) return user;
    if (by.credential.kind === "key") throw accountElsewhere(); // it is for one tenant
    for (const assignment of elsewhere) await this.#requireOver(assignment, by.userId);
    return user;
  }

  /** Whether somebody may still do it who may have been allowed to once. */
  async may(userId: UserId, by: UserId): Promise<boolean> {
    try {
      for (const assignment of await this.#users.assignmentsOf(userId)) await this.#requireOver(assignment, by);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  async #requireOver({ tenant, role, grants }: UserAssignment, by: UserId): Promise<void> {
    const giver = tenant && (await this.#users.administrator(tenant.id, by));
    if (!giver || role === "SYS_ADMIN") throw accountElsewhere();
    requireNoMore(giver, { role, grants });
  }
}
