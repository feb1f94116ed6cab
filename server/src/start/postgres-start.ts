import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { Gate, type Pass } from "../adapters/sql/postgres/gate.ts";
import { LeaseHeldError, NodeLease } from "../adapters/sql/postgres/node-lease.ts";
import { errorOfPostgres, storingTrouble } from "../adapters/sql/sql-error.ts";
import type { PostgresPlace } from "../adapters/telemetry-blocks/index.ts";
import { StartRefusedError } from "../core/installation/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Config } from "../settings/config.ts";
import type { StartingMember } from "./become-member.ts";

const tryAgainMs = 1_000;

export interface ClaimedPostgres {
  readonly gate: Gate;
  /** By which the points of this node are told from those of another. */
  readonly right: Pick<PostgresPlace, "lease" | "member">;
  /** A transaction in which nothing happened for so long is one of a node that stood still or is gone. */
  readonly abandonedMs: number;
  /** Set where the node is one of several. */
  readonly member?: StartingMember;
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
  gate.onTrouble = (trouble) => logger.error(trouble);
  const terms = { url, spanMs: config.databaseLease, silenceMs: config.databaseTimeout, gate, onLost };
  const lease: NodeLease = new NodeLease(terms);
  undo.defer(() => lease.release());
  await untilThere(() => lease.acquire(), config, logger);
  return { gate, right: { lease: { owner: lease.owner } }, abandonedMs: config.databaseLease + config.databaseTimeout };
}

/** Again and again while the PostgreSQL is not there; whatever else is wrong ends the start. */
export async function untilThere<T>(take: () => Promise<T>, { databaseWait }: Config, logger: Logger): Promise<T> {
  const start = performance.now();
  for (let attempt = 0; ; attempt++) {
    const { taken, error } = await attempted(take);
    if (error === undefined) return taken as T;
    const passes = errorOfPostgres(error) instanceof AppError;
    if (!passes) throw error;
    const trouble = storingTrouble(error);
    if (performance.now() - start >= databaseWait) throw notThere(error, databaseWait, trouble);
    const waiting = trouble ?? "PostgreSQL is not there yet; waiting for it";
    if (attempt === 0) logger.warn({ reason: error.message }, waiting);
    await sleep(tryAgainMs);
  }
}

async function attempted<T>(take: () => Promise<T>): Promise<{ readonly taken?: T; readonly error?: Error }> {
  try {
    return { taken: await take() };
  } catch (error) {
    if (error instanceof LeaseHeldError) return { error: heldBy(error.place) };
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

const notThere = (error: Error, waitedMs: number, trouble: string | undefined): StartRefusedError =>
  trouble === undefined ? notAnswering(error, waitedMs) : cannotStore(error, waitedMs, trouble);

const cannotStore = (error: Error, waitedMs: number, trouble: string): StartRefusedError =>
  new StartRefusedError(
    `For ${waitedMs / 1_000} s ${trouble} (${error.message}). Mend that, or name the server that is written to in HELIO_DATABASE_URL.`,
    error,
  );

const notAnswering = (error: Error, waitedMs: number): StartRefusedError =>
  new StartRefusedError(
    `PostgreSQL did not answer for ${waitedMs / 1_000} s (${error.message || "no connection"}). Start it, or correct ` +
      "HELIO_DATABASE_URL.",
    error,
  );

const heldBy = (place: string): StartRefusedError =>
  new StartRefusedError(
    `Another node, on ${place}, is running on this PostgreSQL database. Only one may: stop that one first, or give this ` +
      "one a database and a data folder of its own. Several need HELIO_NATS_URL, each of them.",
  );
