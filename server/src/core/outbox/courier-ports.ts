import type { OutboxId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { OutboxEntry, OutboxStore } from "./outbox-store.ts";

export interface CourierLimits {
  readonly attempts: number;
  /** Before the second attempt; doubles each time. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  readonly atOnce: number;
  readonly perTenant: number;
  /** Of one tenant in one delivery, where the consumer takes several. */
  readonly together: number;
}

/** What whoever runs the node is told. */
export interface CourierLog {
  failed(entry: OutboxEntry, failure: string): void;
  givenUp(entry: OutboxEntry, failure: string): void;
  /** The store did not answer, or a consumer has a bug. */
  error(error: unknown, entry?: OutboxEntry): void;
  /** The store answers. */
  goesOn(): void;
}

/** Where entries wait. One that fails is told whole: not every store knows it by its id alone. */
export interface CourierStore extends Pick<OutboxStore, "due" | "delivered"> {
  failed(id: OutboxId, attempts: number, failure: string, next: EpochMs, entry: OutboxEntry): Promise<void>;
  giveUp(id: OutboxId, attempts: number, failure: string, now: EpochMs, entry: OutboxEntry): Promise<void>;
}
