import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import type { PointsHome } from "../core/installation/index.ts";
import type { Config } from "../settings/config.ts";
import type { ClaimedPostgres } from "./postgres-start.ts";
import type { ClaimedPoints } from "./storage.ts";
import { inWordsOfOurs } from "./words-of-gate.ts";

/**
 * Opens the points where they are. Those in PostgreSQL only the node with the lease takes over [CLU3], and whatever needs
 * them is refused while that PostgreSQL does not answer [CLU4].
 */
export async function openPoints(
  points: ClaimedPoints,
  { databaseUrl: url }: Config,
  home: PointsHome,
  postgres: ClaimedPostgres | undefined,
): Promise<TelemetryBlocks> {
  if (home === "folder" || url === undefined || !postgres) return points.open(undefined);
  const { gate, right, abandonedMs } = postgres;
  const store = await points.open({ url, ...right, abandonedMs });
  store.guardWith(inWordsOfOurs(gate));
  gate.onClosed = () => store.hangUp();
  return store;
}
