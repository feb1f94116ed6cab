import { type Clock, epochMs, monotonicMs } from "../../kernel/time.ts";
import type { AuditChain, AuditStore } from "./audit-store.ts";

/** Entries per transaction: other writers are let in between. */
const entriesAtOnce = 1_000;

/** Removes what is older than it has to be kept [AUD1]. */
export async function expireAudit(store: AuditStore, keepMs: number, clock: Clock): Promise<void> {
  const before = epochMs(clock() - keepMs);
  for (const chain of await store.chains()) {
    while ((await store.expire(chain, before, entriesAtOnce)) === entriesAtOnce);
  }
}

interface EndLogger {
  info(facts: object, message: string): void;
}

const dayMs = 24 * 60 * 60_000;

/**
 * The ends of the chains into the log, which lies elsewhere: whoever could rewrite a whole chain cannot rewrite these
 * [AUD1]. At the first call and once a day from then on; a chain that did not grow is not told again.
 */
export class ToldEnds {
  readonly #store: AuditStore;
  readonly #logger: EndLogger;
  readonly #told = new Map<AuditChain["tenantId"], string>();
  #next = 0;

  constructor(store: AuditStore, logger: EndLogger) {
    this.#store = store;
    this.#logger = logger;
  }

  async tell(): Promise<void> {
    if (monotonicMs() < this.#next) return;
    this.#next = monotonicMs() + dayMs;
    for (const { tenantId, number, hash, anchorNumber, anchorHash } of await this.#store.chains()) {
      if (this.#told.get(tenantId) === hash) continue;
      this.#told.set(tenantId, hash);
      this.#logger.info({ tenantId, number, hash, anchorNumber, anchorHash }, "the audit log ends here");
    }
  }
}
