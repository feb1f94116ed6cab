import type { SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Actor, Audit } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";

/** A system administrator is inside a tenant that was opened, in one session. */
export interface Visit {
  readonly sessionId: SessionId;
  readonly tenantId: TenantId;
  readonly tenantName: string;
  readonly userId: UserId;
  readonly username: string;
  readonly address: string | null;
}

/** One whose session is no more. */
export interface PastVisit extends Visit {
  /** Its time was over; else somebody or something ended it. */
  readonly isExpired: boolean;
  /** The tenant is there still, and with it its log. */
  readonly hasTenant: boolean;
}

/** Visits outlive their sessions until it is on record how they ended. */
export interface VisitStore {
  begin(visit: Visit): Promise<void>;
  /** Those of these sessions; each is taken once. */
  take(sessions: readonly SessionId[]): Promise<readonly Visit[]>;
  /** Some of those whose sessions were ended or are over by now. */
  past(now: EpochMs): Promise<readonly PastVisit[]>;
}

interface VisitParts {
  readonly store: VisitStore;
  readonly transactions: Transactions;
  readonly audit: Audit;
}

/**
 * Visits of system administrators: opened and left is on record in the log of the tenant and in that of the installation
 * [AUD1], also when nobody left: sessions end in many ways, and each of them ends the visit.
 */
export class Visits {
  readonly #parts: VisitParts;

  constructor(parts: VisitParts) {
    this.#parts = parts;
  }

  /** Inside the transaction that begins the session. */
  async begin(visit: Visit, until: EpochMs): Promise<void> {
    await this.#parts.store.begin(visit);
    const facts = { until: new Date(until).toISOString() };
    for (const tenantId of [visit.tenantId, null])
      await this.#parts.audit.note({ action: "TENANT_OPENED", tenantId, entity: tenantOf(visit), facts });
  }

  /** Inside the transaction that ends the sessions. */
  async left(sessions: readonly SessionId[], reason?: string): Promise<void> {
    for (const visit of await this.#parts.store.take(sessions)) await this.#note(visit, [visit.tenantId, null], reason);
  }

  /** Called now and then: those that ended in any other way. */
  async close(now: EpochMs): Promise<void> {
    const { store, transactions } = this.#parts;
    for (const visit of await store.past(now))
      await transactions.run(async () => {
        if ((await store.take([visit.sessionId])).length === 0) return;
        const reason = visit.isExpired ? "its time was over" : "the session was ended";
        await this.#note(visit, visit.hasTenant ? [visit.tenantId, null] : [null], reason);
      });
  }

  /** Under the name of the visitor, whoever or whatever ended it. */
  async #note(visit: Visit, logs: readonly (TenantId | null)[], reason?: string): Promise<void> {
    const act = { action: "TENANT_LEFT", entity: tenantOf(visit), ...(reason && { facts: { reason } }) } as const;
    for (const tenantId of logs) await this.#parts.audit.note({ ...act, tenantId }, actorOf(visit));
  }
}

const tenantOf = ({ tenantId, tenantName }: Visit) => ({ type: "TENANT", id: tenantId, name: tenantName }) as const;

const actorOf = ({ tenantId, userId, username, address }: Visit): Actor => ({
  ...{ kind: "opened", userId, name: username, address, tenantId },
});
