import type { TenantId } from "../../kernel/ids.ts";
import type { Actor, Audit } from "../audit/index.ts";
import type { FailedLogin } from "./failed-logins.ts";
import type { User, UserStore } from "./user-store.ts";

interface RecordParts {
  readonly users: UserStore;
  readonly audit: Audit;
  readonly onError: (error: unknown) => void;
}

/**
 * Failed logins in the audit log [AUD1]: of a user in the logs of its tenants, of a name nobody has in that of the
 * installation, by address. Beside the answer, which must not take longer for one than for the other [AUTH3].
 */
export class FailedLoginRecord {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  record(failure: FailedLogin): void {
    this.#write(failure).catch(this.#parts.onError);
  }

  async #write({ username, network, isLockedOut, what }: FailedLogin): Promise<void> {
    const user = await this.#parts.users.findByName(username);
    const entity = { type: "USER", id: user?.id ?? "", name: user?.username ?? null } as const;
    const act = { action: isLockedOut ? "LOCKOUT" : "LOGIN", entity } as const;
    const reason = user ? `wrong ${what}` : "no such user";
    for (const tenantId of await this.#tenantsOf(user))
      await this.#parts.audit.refused({ ...act, tenantId }, reason, actorOf(user, network));
  }

  async #tenantsOf(user: User | undefined): Promise<readonly (TenantId | null)[]> {
    if (!user) return [null];
    const assignments = await this.#parts.users.assignmentsOf(user.id);
    return assignments.length === 0 ? [null] : assignments.map(({ tenant }) => tenant?.id ?? null);
  }
}

/** A name nobody has is not kept: it may be a password in the wrong field. */
const actorOf = (user: User | undefined, address: string): Actor => ({
  kind: "nobody",
  userId: null,
  name: user?.username ?? "",
  address,
  tenantId: null,
});
