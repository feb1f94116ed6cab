import type { TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** One attempt to tell something. */
export interface Delivery {
  readonly tenantId: TenantId | null;
  /** The same in every attempt. */
  readonly key: string;
  /** As it was added. */
  readonly body: unknown;
  readonly createdTime: EpochMs;
  /** Fires when the node stops: what is not over by then is tried again. */
  readonly signal: AbortSignal;
}

/** Takes the messages of one topic. Resolves when they have arrived; may be called again for one that has. */
export interface OutboxConsumer {
  readonly topic: string;
  deliver(delivery: Delivery): Promise<void>;
  /**
   * Several of one tenant at once: what was wrong with each, in their order, undefined where it arrived. Rejects where none
   * did: they are delivered one by one then.
   */
  deliverAll?(deliveries: readonly Delivery[]): Promise<readonly (Error | undefined)[]>;
}

/** It will never arrive, however often it is tried. */
export class Undeliverable extends Error {
  override readonly name = "Undeliverable";
}
