import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { Gate, type Pass } from "../adapters/sql/postgres/gate.ts";
import { LeaseHeldError, NodeLease } from "../adapters/sql/postgres/node-lease.ts";
import { errorOfPostgres } from "../adapters/sql/sql-error.ts";
import { StartRefusedError } from "../core/installation/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Config } from "../settings/config.ts";

const tryAgainMs = 1_000;

export interface ClaimedPostgres {
  readonly gate: Gate;
  /** By which other parts of this node are told from those of another. */
  readonly lease: NodeLease;
}

/**
 * Waits for a PostgreSQL that is not there yet, or falls silent again [RUN11], and takes the lease that only one node may
 * have.
 */
export async function claimPostgres(
  config: Config,
  url: string,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<ClaimedPostgres> {
  const pass: Pass = {
    get isFresh() {
      return lease.isFresh;
    },
    renewed: () => lease.renewed(),
  };
  const gate = new Gate(pass);
  const terms = { url, spanMs: config.databaseLease, silenceMs: config.databaseTimeout, gate, onLost };
  const lease: NodeLease = new NodeLease(terms);
  undo.defer(() => lease.release());
  await untilTaken(lease, config, logger);
  return { gate, lease };
}

async function untilTaken(lease: NodeLease, { databaseWait }: Config, logger: Logger): Promise<void> {
  const start = performance.now();
  for (let attempt = 0; ; attempt++) {
    const error = await failureOf(lease);
    if (error === undefined) return;
    const passes = errorOfPostgres(error) instanceof AppError;
    if (!passes) throw error;
    if (performance.now() - start >= databaseWait) throw notThere(error, databaseWait);
    if (attempt === 0) logger.warn({ reason: error.message }, "PostgreSQL is not there yet; waiting for it");
    await sleep(tryAgainMs);
  }
}

async function failureOf(lease: NodeLease): Promise<Error | undefined> {
  try {
    await lease.acquire();
    return undefined;
  } catch (error) {
    if (error instanceof LeaseHeldError) return heldBy(error.place);
    return error instanceof Error ? error : new Error(String(error));
  }
}

const notThere = (error: Error, waitedMs: number): StartRefusedError =>
  new StartRefusedError(
    `PostgreSQL did not answer for ${waitedMs / 1_000} s (${error.message || "no connection"}). Start it, or correct ` +
      "HELIO_DATABASE_URL.",
    error,
  );

const heldBy = (place: string): StartRefusedError =>
  new StartRefusedError(
    `Another node, on ${place}, is running on this PostgreSQL database. Only one may: stop that one first, or give this ` +
      "one a database and a data folder of its own.",
  );
