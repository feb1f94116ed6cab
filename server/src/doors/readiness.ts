import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../compose/compose.ts";
import type { Listeners } from "./listeners.ts";

const readinessTimeoutMs = 2_000;

/** Why the node cannot serve now, for `/health/ready`; undefined when it can. */
export async function missingForReadiness(platform: Platform, listeners: Listeners): Promise<string | undefined> {
  if (!listeners.allAccept) return "a listener does not accept";
  if (platform.room.problem) return `${platform.room.problem.message}; reading goes on`;
  if (platform.database.trouble !== undefined) return platform.database.trouble;
  if (platform.cluster?.problem !== undefined) return platform.cluster.problem;
  if (!platform.telemetryStore.isReachable) return "the store of points does not answer";
  const answers = platform.facts.check().then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([answers, sleep(readinessTimeoutMs, false, { ref: false })]);
  return inTime ? undefined : "the store does not answer";
}
