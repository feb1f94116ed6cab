import type { TenantId, UserId } from "../../kernel/ids.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import { tenantNotFound, termsChanged, termsOutdated } from "./errors.ts";

/** The text everybody who works in a tenant has to accept once. Versions count up; an empty text asks for nothing. */
export interface Terms {
  readonly text: string;
  readonly version: number;
  readonly changedTime: EpochMs | null;
}

export interface TermsStore {
  /** Version 0 without a text where there never were any. */
  current(tenant: TenantId): Promise<Terms>;
  /** `changed` when `after` is not the newest version any more. */
  add(tenant: TenantId, after: number, text: string, now: EpochMs): Promise<"added" | "changed" | "no-such-tenant">;
  acceptedTime(user: UserId, tenant: TenantId, version: number): Promise<EpochMs | undefined>;
  /** The first time counts. False when it was accepted before. */
  accept(user: UserId, tenant: TenantId, version: number, now: EpochMs): Promise<boolean>;
}

interface TermsParts {
  readonly store: TermsStore;
  readonly clock: Clock;
  readonly audit: Audit;
}

/** A user in a tenant. */
interface Reader {
  readonly userId: UserId;
  readonly username: string;
  readonly tenantId: TenantId;
}

/** Terms of use, shown once to each user in each version. They stop people at the screen, not programs. */
export class TermsOfUse {
  readonly #parts: TermsParts;

  constructor(parts: TermsParts) {
    this.#parts = parts;
  }

  current(tenant: TenantId): Promise<Terms> {
    return this.#parts.store.current(tenant);
  }

  /** `version` is the one somebody changed; what is there already makes no new one. */
  async change(tenant: TenantId, version: number, text: string): Promise<Terms> {
    const { store, clock, audit } = this.#parts;
    const act = { action: "UPDATED", tenantId: tenant, entity: { type: "TENANT", id: tenant } } as const;
    return audit.change(act, async (notes) => {
      const before = await store.current(tenant);
      notes.before({ terms: before.text });
      notes.after({ terms: text });
      if (before.text === text) return before;
      const outcome = await store.add(tenant, version, text, clock());
      if (outcome === "no-such-tenant") throw tenantNotFound(tenant);
      if (outcome === "changed") throw termsChanged();
      return store.current(tenant);
    });
  }

  async acceptedTime({ userId, tenantId }: Reader, { version }: Terms): Promise<EpochMs | null> {
    return (await this.#parts.store.acceptedTime(userId, tenantId, version)) ?? null;
  }

  /** The version somebody is still to accept. */
  async toAccept(reader: Reader): Promise<number | null> {
    const terms = await this.current(reader.tenantId);
    if (terms.text === "") return null;
    return (await this.acceptedTime(reader, terms)) === null ? terms.version : null;
  }

  /** Of the version that was read: another one since then has to be read as well. */
  async accept({ userId, username, tenantId }: Reader, version: number): Promise<void> {
    const { store, clock, audit } = this.#parts;
    const entity = { type: "USER", id: userId, name: username } as const;
    await audit.together(async () => {
      const { version: current, text } = await store.current(tenantId);
      if (text === "" || version !== current) throw termsOutdated();
      if (await store.accept(userId, tenantId, version, clock()))
        await audit.note({ action: "TERMS_ACCEPTED", tenantId, entity, facts: { version } });
    });
  }
}
