import { AppError } from "../../kernel/errors.ts";
import type { AuditStore } from "./audit-store.ts";

interface SealLogger {
  info(message: string): void;
  error(facts: object, message: string): void;
}

/**
 * Seals what waits, beside everything else [AUD1]. That it cannot is told when it begins and when it is over; a full disk or
 * a database that is away is told elsewhere.
 */
export class AuditSealer {
  readonly #store: Pick<AuditStore, "seal" | "mayWait">;
  readonly #logger: SealLogger;
  #isFailing = false;
  #isTold = false;

  constructor(store: Pick<AuditStore, "seal" | "mayWait">, logger: SealLogger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Often: what this process left. Where sealing failed, only `seal` tries again. */
  async sealOwn(): Promise<void> {
    if (this.#store.mayWait && !this.#isFailing) await this.seal();
  }

  /** Now and then: also what others left, such as a command line that was killed. */
  async seal(): Promise<void> {
    try {
      await this.#store.seal();
      if (this.#isTold) this.#logger.info("entries of the audit log are sealed again");
      this.#isFailing = false;
      this.#isTold = false;
    } catch (error) {
      this.#isFailing = true;
      if (!(error instanceof AppError)) this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    if (!this.#isTold) this.#logger.error({ err: error }, "entries of the audit log cannot be sealed and wait");
    this.#isTold = true;
  }
}
