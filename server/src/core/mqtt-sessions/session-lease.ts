import { type Clock, epochMs } from "../../kernel/time.ts";
import type { MqttSessionStore } from "./mqtt-session-store.ts";

/** A node that did not say so for this long has ended; far longer than it may take to say it again. */
const leaseMs = 2 * 60_000;
export const renewLeaseEveryMs = leaseMs / 8;

/** Tells other nodes that this one runs, and lets go of the sessions of those that do not. */
export async function keepSessionLease(
  store: MqttSessionStore,
  clock: Clock,
  sessionLifetimeMs: number,
): Promise<void> {
  const now = clock();
  await store.renewLease(epochMs(now + leaseMs));
  await store.suspendAbandoned(now, epochMs(now + sessionLifetimeMs));
}
