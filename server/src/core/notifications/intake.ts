import type { TenantId } from "../../kernel/ids.ts";
import { monotonicMs } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";

interface IntakeParts<Row, Key> {
  /** Inside a transaction; without those that are named. */
  readonly take: (tenant: TenantId, atMost: number, except: readonly Key[]) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => Key;
  readonly decide: (tenant: TenantId, rows: readonly Row[]) => Promise<void>;
  readonly transactions: Transactions;
  readonly failed: (error: unknown) => void;
}

const takenAtOnce = 500;
/** What could not be decided is looked at again after so long. */
const againMs = 60_000;
/** Beyond so many nothing more is taken for a while: it is no single row that is wrong. */
const leftAtMost = 1_000;

/**
 * Takes rows of one tenant after another, in the transaction of what follows from them. Where that fails they are taken one by
 * one: what cannot be decided is left where it is, and holds up neither others of its tenant nor other tenants.
 */
export class Intake<Row, Key> {
  readonly #parts: IntakeParts<Row, Key>;
  readonly #left = new Map<Key, number>();

  constructor(parts: IntakeParts<Row, Key>) {
    this.#parts = parts;
  }

  async of(tenant: TenantId, isStopping: () => boolean): Promise<void> {
    for (const [key, until] of this.#left) if (until <= monotonicMs()) this.#left.delete(key);
    if (this.#left.size >= leftAtMost) return;
    try {
      while (!isStopping() && (await this.#takeSome(tenant)));
    } catch (error) {
      this.#parts.failed(error);
      while (!isStopping() && this.#left.size < leftAtMost && (await this.#takeOne(tenant)));
    }
  }

  /** Whether there may be more. */
  #takeSome(tenant: TenantId): Promise<boolean> {
    const { take, decide, transactions } = this.#parts;
    return transactions.run(async () => {
      const rows = await take(tenant, takenAtOnce, [...this.#left.keys()]);
      if (rows.length > 0) await decide(tenant, rows);
      return rows.length === takenAtOnce;
    });
  }

  async #takeOne(tenant: TenantId): Promise<boolean> {
    const { take, decide, keyOf, transactions, failed } = this.#parts;
    const taken: Row[] = [];
    try {
      await transactions.run(async () => {
        taken.splice(0, taken.length, ...(await take(tenant, 1, [...this.#left.keys()])));
        if (taken.length > 0) await decide(tenant, taken);
      });
    } catch (error) {
      if (taken.length === 0) throw error; // the store's
      failed(error);
      for (const row of taken) this.#left.set(keyOf(row), monotonicMs() + againMs);
    }
    return taken.length > 0;
  }
}
