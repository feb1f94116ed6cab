import pg from "pg";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { findPostgres } from "../../test/support/postgres-programs.ts";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import { ingest } from "../telemetry/blocks.ts";
import { Folders } from "../telemetry/folders.ts";
import { stream } from "../telemetry/stream.ts";
import { type Cost, costOf } from "./cpu.ts";
import { PostgresRows } from "./rows.ts";
import { fresh, serverSettings } from "./servers.ts";

const pointCount = Number(process.env["POINTS"] ?? 5_000_000);
const rowCount = Number(process.env["ROW_POINTS"] ?? pointCount / 10);
const mostBytesPerPoint = 6;
interface Side {
  readonly name: string;
  readonly points: number;
  readonly cost: Cost;
}

const perSecond = ({ points, cost }: Side): number => points / cost.seconds;
const perCpuSecond = ({ points, cost }: Side): number => points / (cost.ourCpu + cost.serverCpu);
const whole = (value: number): string => Math.round(value).toLocaleString("en");

function show(side: Side): void {
  const { ourCpu, serverCpu } = side.cost;
  const cpu = `CPU ${ourCpu.toFixed(1)} s ours + ${serverCpu.toFixed(1)} s PostgreSQL`;
  console.log(
    `${side.name.padEnd(34)} ${whole(perSecond(side)).padStart(12)} points/s ${whole(perCpuSecond(side)).padStart(12)} per CPU second   ${cpu}`,
  );
}

function judge(what: string, ours: Side, theirs: Side, aim: number): void {
  const [rate, cpu] = [perSecond(ours) / perSecond(theirs), perCpuSecond(ours) / perCpuSecond(theirs)];
  const verdict = rate >= aim ? "met" : "MISSED";
  console.log(`${what.padEnd(34)} ${rate.toFixed(2)}× by time, ${cpu.toFixed(2)}× by CPU   aim ≥ ${aim}× ${verdict}`);
}

async function bytesIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sql =
    "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace";
  const { rows } = await client.query(sql);
  await client.end();
  return Number(rows[0].bytes);
}

async function engine(server: PostgresServer, name: string, folder: string, url?: string): Promise<Side> {
  const store = await openTelemetryBlocks({ folder, postgres: url === undefined ? undefined : { url } });
  const cost = await costOf(server, async () => {
    await ingest(store, stream(pointCount));
    await store.flush(); // rows have all of their work behind them, too
  });
  await store.close();
  return { name, points: pointCount, cost };
}

async function rowsBy(server: PostgresServer, how: "copy" | "upsert"): Promise<Side & { readonly bytes: number }> {
  const url = await fresh(server, `rows_${how}`);
  const rows = await PostgresRows.open(url);
  const cost = await costOf(server, () => rows[how](stream(rowCount)));
  await rows.close();
  return { name: `rows in PostgreSQL, ${how}`, points: rowCount, cost, bytes: (await bytesIn(url)) / rowCount };
}

/** The engine with its points in PostgreSQL, beside rows in the same PostgreSQL and beside the embedded engine. */
export async function points(): Promise<void> {
  const programs = findPostgres();
  if (!programs) return console.log("No PostgreSQL was found");
  using folders = new Folders();
  const server = await PostgresServer.start(programs, serverSettings);
  try {
    const url = await fresh(server, "engine");
    const copy = await rowsBy(server, "copy");
    const upsert = await rowsBy(server, "upsert");
    const ours = await engine(server, "engine in PostgreSQL", folders.fresh("postgres"), url);
    const embedded = await engine(server, "embedded engine", folders.fresh("embedded"));
    const bytes = (await bytesIn(url)) / pointCount;
    for (const side of [ours, embedded, copy, upsert]) show(side);
    judge("against rows by COPY", ours, copy, 5);
    judge("against rows by upsert", ours, upsert, 5);
    judge("against the embedded engine", ours, embedded, 0.6);
    const verdict = bytes <= mostBytesPerPoint ? "met" : "MISSED";
    console.log(
      `bytes/point ${bytes.toFixed(2)}, log included; rows ${copy.bytes.toFixed(0)}   aim ≤ ${mostBytesPerPoint} ${verdict}`,
    );
  } finally {
    await server.stop();
  }
}
