import type { TenantId } from "../../kernel/ids.ts";
import { fileQuotaReached } from "./errors.ts";
import type { FileStore } from "./file-store.ts";

/** What the files of a tenant may take together. A quota of 0 is none. */
export class TenantQuota {
  readonly #store: Pick<FileStore, "usage">;
  readonly #quotaOf: (tenant: TenantId) => number;
  /** The last of those who wait for their turn, per tenant. */
  readonly #lastInLine = new Map<TenantId, Promise<unknown>>();

  readonly #tell: (tenant: TenantId, quota: number) => void;

  /** `tell` hears of every refusal. */
  constructor(
    store: Pick<FileStore, "usage">,
    quotaOf: (tenant: TenantId) => number,
    tell: (tenant: TenantId, quota: number) => void = () => undefined,
  ) {
    this.#store = store;
    this.#quotaOf = quotaOf;
    this.#tell = tell;
  }

  /** Bytes a new file may have at this moment: no reason to receive more. */
  async left(tenant: TenantId): Promise<number> {
    const quota = this.#quotaOf(tenant);
    if (quota === 0) return Number.POSITIVE_INFINITY;
    const left = quota - (await this.#store.usage(tenant));
    if (left <= 0) throw this.reached(tenant);
    return left;
  }

  /**
   * Runs `work`, which makes a tenant's files larger by `more()`, or refuses. One after the other for a tenant: of two
   * files that fit alone but not together only one is kept.
   */
  async within<T>(tenant: TenantId, more: () => Promise<number>, work: () => Promise<T>): Promise<T> {
    const quota = this.#quotaOf(tenant);
    if (quota === 0) return work();
    const before = this.#lastInLine.get(tenant) ?? Promise.resolve();
    const turn = before.then(async () => {
      if ((await this.#store.usage(tenant)) + (await more()) > quota) throw this.reached(tenant);
      return work();
    });
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#lastInLine.set(tenant, over);
    void over.then(() => {
      if (this.#lastInLine.get(tenant) === over) this.#lastInLine.delete(tenant); // nobody waits behind it
    });
    return turn;
  }

  reached(tenant: TenantId): Error {
    const quota = this.#quotaOf(tenant);
    this.#tell(tenant, quota);
    return fileQuotaReached(quota);
  }
}
