import { openTelemetryBlocks, type TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { bucketEdges } from "../../server/src/core/telemetry/index.ts";
import { ingest } from "./blocks.ts";
import type { Folders } from "./folders.ts";
import { longDevice, longKey, longRange, longStream } from "./long-series.ts";
import { line, now, report } from "./measure.ts";
import { deviceIds, stream } from "./stream.ts";

const storedPoints = 1_000_000;
const longPoints = 1_000_000;
/** In turn, several times: a disk that is slow for a while is so for all of them. */
const rounds = 5;
const measuredMs = 3_000;
/** A message of one device every so often: far below what the store takes in, as in real life. */
const messageEveryMs = 5;

type Work = (store: TelemetryBlocks, isOver: () => boolean) => Promise<void>;

/** What runs beside the writes, over and over. */
const beside: Readonly<Record<string, Work>> = {
  "nothing beside it": async () => undefined,
  "an export beside it": async (store, isOver) => {
    while (!isOver()) {
      for await (const chunk of store.scan(longDevice, longKey, longRange(longPoints)))
        if (isOver() || chunk.length === 0) break;
    }
  },
  "huge aggregates beside it": async (store, isOver) => {
    const { from, to } = longRange(longPoints);
    const edges = bucketEdges(from, to, { kind: "fixed", ms: 12_345 }); // 81,000 buckets that no block fits into
    while (!isOver()) await store.aggregate(longDevice, longKey, edges, "AVG");
  },
};

const share = (sorted: readonly number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

/** How long each of many small appends waited for its acknowledgement. */
async function latencies(store: TelemetryBlocks, work: Work): Promise<number[]> {
  const end = now() + measuredMs;
  const isOver = (): boolean => now() >= end;
  const working = work(store, isOver);
  const waited: number[] = [];
  const unanswered: Promise<void>[] = [];
  for (const { device, points } of stream(Number.POSITIVE_INFINITY)) {
    if (isOver()) break;
    const sent = now();
    const append = store.append(deviceIds[device] ?? longDevice, points);
    unanswered.push(append.then(() => void waited.push(now() - sent)));
    await new Promise((resolve) => setTimeout(resolve, messageEveryMs));
  }
  await Promise.all([...unanswered, working]);
  return waited;
}

/** An acknowledgement is hardly later when somebody reads everything at the same time. */
export async function acknowledgements(folders: Folders): Promise<void> {
  const store = await openTelemetryBlocks({ folder: folders.fresh("acks") });
  await ingest(store, stream(storedPoints));
  for (const batch of longStream(longPoints)) await store.append(longDevice, batch);
  await store.flush();
  const waited = new Map(Object.keys(beside).map((what): [string, number[]] => [what, []]));
  for (let round = 0; round < rounds; round++)
    for (const [what, work] of Object.entries(beside)) waited.get(what)?.push(...(await latencies(store, work)));
  await store.close();
  reportLatencies([...waited]);
}

function reportLatencies(waited: readonly (readonly [string, number[]])[]): void {
  line("a message every 5 ms, acknowledged", "p50", "p99");
  const p99: number[] = [];
  for (const [what, all] of waited) {
    const sorted = all.sort((a, b) => a - b);
    const [half, most] = [share(sorted, 0.5), share(sorted, 0.99)];
    p99.push(most);
    line(
      `  ${what}`,
      `${half.toFixed(2)} ms`,
      `${most.toFixed(2)} ms`,
      `most ${share(sorted, 1).toFixed(1)} ms of ${all.length}`,
    );
  }
  const [alone = 0, ...others] = p99;
  const worst = Math.max(...others);
  report("p99 alone against p99 beside reads", `${worst.toFixed(2)} ms`, `${alone.toFixed(2)} ms`, alone / worst, 0.5);
}
