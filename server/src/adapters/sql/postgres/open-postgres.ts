import { setTimeout as sleep } from "node:timers/promises";
import { Kysely } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { Database } from "../database.ts";
import { JoinedTransactions } from "../joined-transactions.ts";
import { defaultStreams, StreamPlaces } from "../stream-places.ts";
import type { Tables } from "../tables.ts";
import { Gate } from "./gate.ts";
import { memberFence } from "./member-fence.ts";
import { PostgresDialectWithSqlErrors } from "./postgres-dialect.ts";

const int8 = 20;

/** Our 64-bit columns hold milliseconds and counts, all far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
  /** Further connections, opened when they are needed, for lists that are sent as they are read. */
  readonly streams?: number;
  /** How long a request waits for a connection before it is told that the database is busy. */
  readonly connectTimeoutMs?: number;
  /** How long a statement may take; one that takes longer is stuck behind a lock. */
  readonly statementTimeoutMs?: number;
  /** A transaction in which nothing happened for so long is one of a node that stood still or is gone: its locks end. */
  readonly abandonedMs?: number;
  /** Stands before every connection; without one, nothing does. */
  readonly gate?: Gate;
  /** Of a cluster: what it writes is fenced by its membership. */
  readonly member?: string;
}

/** A server that is silent does not even say goodbye; nobody waits for one that is known to be. */
const closeTimeoutMs = 2_000;
const usualConnectTimeoutMs = 10_000;
/** No statement of ours takes as long. */
const usualStatementTimeoutMs = 60_000;
const usuallyAbandonedMs = 60_000;

export async function openPostgres(
  options: PostgresOptions,
  onLost: (error: Error) => void = () => undefined,
): Promise<Database> {
  const { gate = new Gate() } = options;
  const connect = (max: number, settings: pg.PoolConfig = {}) => openPool({ ...settings, max }, options, onLost);
  const pool = connect(options.connections, {
    statement_timeout: options.statementTimeoutMs ?? usualStatementTimeoutMs,
    idle_in_transaction_session_timeout: options.abandonedMs ?? usuallyAbandonedMs,
  });
  const streamPool = connect(options.streams ?? defaultStreams); // readers of streams may be slow: no statement timeout here
  const fence = options.member === undefined ? undefined : memberFence(options.member);
  const over = (connections: pg.Pool) =>
    new Kysely<Tables>({
      dialect: new PostgresDialectWithSqlErrors({ pool: gate.before(connections), cursor: Cursor }, fence),
    });
  const [db, streams] = [over(pool), over(streamPool)];
  return new JoinedTransactions({
    kind: "postgres",
    get isReachable() {
      return gate.isOpen;
    },
    get trouble() {
      return gate.trouble;
    },
    read: db,
    write: db,
    streams,
    streamPlaces: new StreamPlaces(options.streams ?? defaultStreams),
    onWriteFailure: () => undefined, // its disk is its own
    close: async () => {
      const closed = Promise.all([db.destroy(), streams.destroy()]);
      const patienceMs = gate.isOpen ? closeTimeoutMs : 0;
      await Promise.race([closed, sleep(patienceMs, undefined, { ref: false })]);
    },
  });
}

function openPool(settings: pg.PoolConfig, options: PostgresOptions, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    connectionString: options.url,
    types,
    connectionTimeoutMillis: options.connectTimeoutMs ?? usualConnectTimeoutMs,
    keepAlive: true,
  });
  pool.on("error", onLost); // an idle connection broke: the pool replaces it
  // The pool listens only while a connection is idle; without a listener a broken one in use would end the process.
  pool.on("connect", (client) => void client.on("error", onLost));
  return pool;
}
