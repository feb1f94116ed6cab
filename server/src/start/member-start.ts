import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import { isCurrent } from "../adapters/sql/migrations/migrate.ts";
import { MembershipLostError } from "../adapters/sql/postgres/membership-lost-error.ts";
import { StartTurn } from "../adapters/sql/postgres/start-turn.ts";
import { StartRefusedError } from "../core/installation/index.ts";
import { monotonicMs } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { version } from "../version.ts";
import { becomeMember, type StartingMember } from "./become-member.ts";
import { type ClaimedPostgres, untilThere } from "./postgres-start.ts";

/** In leases of a member. */
const turnLeases = 3;
const tellAgainMs = 10_000;

/** Waits for the PostgreSQL and for others that start, and takes part from then on [CLU1]. */
export async function claimMembership(
  config: Config,
  url: string,
  logger: Logger,
  onLost: (error: Error) => void,
  undo: AsyncDisposableStack,
): Promise<ClaimedPostgres> {
  const { databaseTimeout: silenceMs, clusterLease: leaseMs } = config;
  const name = config.nodeName ?? `${hostname()} (process ${process.pid})`;
  const turn = new StartTurn({ url, silenceMs, spanMs: leaseMs * turnLeases, place: name });
  undo.defer(() => turn.end());
  requireSameClock(await untilThere(() => turn.clockAheadMs(), config, logger), config);
  await untilThere(() => turn.take(), config, logger);
  const lost = (): void => onLost(new MembershipLostError());
  const member = await untilThere(
    () =>
      becomeMember({
        ...{ url, leaseMs, silenceMs, version, place: name, onLost: lost },
        arena: { points: config.telemetryMemoryPoints, series: config.telemetrySeries },
        onTrouble: troublesOf(logger),
      }),
    config,
    logger,
  );
  member.gate.onTrouble = (trouble) => logger.error(trouble);
  undo.defer(() => member.leave(0));
  const starting = { ...member, name, clockAheadMs: () => turn.clockAheadMs(), endTurn: () => turn.end() };
  return { gate: member.gate, right: { member: member.self }, abandonedMs: leaseMs, member: starting };
}

/** Once in a while: a database that is away is asked several times in a second. */
function troublesOf(logger: Logger): (error: unknown) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (monotonicMs() - told < tellAgainMs) return;
    told = monotonicMs();
    logger.warn({ err: error }, "something between the nodes failed and is tried again");
  };
}

/** Times of points, sessions and schedules are compared with those that other nodes wrote [RUN12]. */
function requireSameClock(aheadMs: number, { clusterClock }: Config): void {
  const problem = clockProblem(aheadMs, clusterClock);
  if (problem === undefined) return;
  throw new StartRefusedError(`${problem}. Nothing was changed. Set it right (NTP), then start again.`);
}

export const clockProblem = (aheadMs: number, atMostMs: number): string | undefined =>
  Math.abs(aheadMs) <= atMostMs
    ? undefined
    : `The clock of this node is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? "ahead of" : "behind"} that of ` +
      `PostgreSQL, and nodes of a cluster may differ by ${atMostMs / 1_000} s (HELIO_CLUSTER_CLOCK)`;

/** Nobody changes the tables under nodes that know the old ones [REL4]. One that is dead does not count. */
export async function refuseOtherSchema(database: Database, { store, self }: StartingMember, leaseMs: number) {
  if (await isCurrent(database)) return;
  const before = new Map((await store.others(self.node)).map(({ node, beat }) => [node, beat]));
  if (before.size === 0) return;
  await sleep(leaseMs / 2); // they beat more often than that
  const living = (await store.others(self.node)).filter(({ node, beat }) => beat !== before.get(node));
  if (living.length === 0) return;
  throw new StartRefusedError(
    `This version (${version}) has other tables than the nodes that run (${living.map(({ name }) => name).join(", ")}). Nothing was changed. Stop ` +
      "all of these first, then start nodes of this version.",
  );
}
