import { openTelemetryBlocks, type TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { bucketEdges } from "../../server/src/core/telemetry/index.ts";
import { ingest } from "./blocks.ts";
import type { Folders } from "./folders.ts";
import { longDevice, longKey, longRange, longStream } from "./long-series.ts";
import { line, now, report } from "./measure.ts";
import { deviceIds, stream } from "./stream.ts";

const storedPoints = 1_000_000;
const longPoints = 1_000_000;
const measuredMs = 10_000;
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

/** How long each of many small appends waited for its acknowledgement, ascending. */
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
  return waited.sort((a, b) => a - b);
}

/** An acknowledgement is hardly later when somebody reads everything at the same time. */
export async function acknowledgements(folders: Folders): Promise<void> {
  const store = await openTelemetryBlocks({ folder: folders.fresh("acks") });
  await ingest(store, stream(storedPoints));
  for (const batch of longStream(longPoints)) await store.append(longDevice, batch);
  await store.flush();
  line("a message every 5 ms, acknowledged", "p50", "p99");
  const p99: number[] = [];
  for (const [what, work] of Object.entries(beside)) {
    const waited = await latencies(store, work);
    p99.push(share(waited, 0.99));
    line(
      `  ${what}`,
      `${share(waited, 0.5).toFixed(2)} ms`,
      `${p99.at(-1)?.toFixed(2)} ms`,
      `most ${share(waited, 1).toFixed(1)} ms of ${waited.length}`,
    );
  }
  const [alone = 0, ...others] = p99;
  const most = Math.max(...others);
  report("p99 alone against p99 beside reads", `${most.toFixed(2)} ms`, `${alone.toFixed(2)} ms`, alone / most, 0.5);
  await store.close();
}
