import type { Gate } from "../adapters/sql/postgres/gate.ts";
import { errorOfPostgres } from "../adapters/sql/sql-error.ts";
import type { StorageGate, TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import type { PointsHome } from "../core/installation/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Config } from "../settings/config.ts";
import type { ClaimedPostgres } from "./postgres-start.ts";
import type { ClaimedPoints } from "./storage.ts";

/**
 * Opens the points where they are. Those in PostgreSQL only the node with the lease takes over [CLU3], and whatever needs
 * them is refused while that PostgreSQL does not answer [CLU4].
 */
export async function openPoints(
  points: ClaimedPoints,
  { databaseUrl: url, databaseLease, databaseTimeout }: Config,
  home: PointsHome,
  postgres: ClaimedPostgres | undefined,
): Promise<TelemetryBlocks> {
  if (home === "folder" || url === undefined || !postgres) return points.open(undefined);
  const { gate, lease } = postgres;
  const abandonedMs = databaseLease + databaseTimeout; // as the transactions of the entities
  const store = await points.open({ url, lease: { owner: lease.owner }, abandonedMs });
  store.guardWith(inWordsOfOurs(gate));
  gate.onClosed = () => store.hangUp();
  return store;
}

/** The gate speaks as the driver does: callers are told as by the stores of entities. */
export const inWordsOfOurs = (gate: Pick<Gate, "during" | "isOpen">): StorageGate => ({
  during: async (begin) => {
    try {
      return await gate.during(begin);
    } catch (error) {
      throw toldOf(error);
    }
  },
  get isOpen() {
    return gate.isOpen;
  },
});

function toldOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const told = errorOfPostgres(error);
  return told instanceof AppError ? told : error;
}
