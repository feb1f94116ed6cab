import { openTelemetryBlocks, type TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { bucketEdges, type Point } from "../../server/src/core/telemetry/index.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { ingest } from "./blocks.ts";
import type { Folders } from "./folders.ts";
import { longDevice, longKey, longRange, longStream } from "./long-series.ts";
import { bestOf, bytesIn, cpuClock, line, rateOf, report, streamPoints } from "./measure.ts";
import { RowStore } from "./rows.ts";
import { deviceCount, deviceIds, keys, type Message, stream } from "./stream.ts";

const longPoints = 1_000_000;
const longSeries = deviceCount * keys.length;
const latestReads = 20_000;
const repetitions = 7;

/** The engine beside one row per point in SQLite: ingest, disk, and the reads of the issue. */
export async function compare(folders: Folders): Promise<void> {
  const [oursFolder, theirsFolder] = [folders.fresh("blocks"), folders.fresh("rows")];
  const ours = await openTelemetryBlocks({ folder: oursFolder });
  const theirs = new RowStore(theirsFolder);
  const size = `${streamPoints.toLocaleString("en")} points, ${deviceCount} devices × ${keys.length} keys`;
  console.log(`${size}, Node ${process.version}`);
  line("", "blocks (ours)", "rows in SQLite");
  await compareIngest(ours, theirs, oursFolder, theirsFolder);
  await compareLatest(ours, theirs);
  await ours.close();
  line("  ours after a clean stop", `${(bytesIn(oursFolder) / streamPoints).toFixed(2)} bytes/point`);
  const again = await openTelemetryBlocks({ folder: oursFolder });
  await loadLongSeries(again, theirs);
  await compareHistory(again, theirs);
  await compareAverages(again, theirs);
  await again.close();
  theirs.close();
}

async function compareIngest(
  ours: TelemetryBlocks,
  theirs: RowStore,
  oursFolder: string,
  theirsFolder: string,
): Promise<void> {
  const oursCpu = cpuClock();
  const oursMs = await bestOf(1, () => ingest(ours, stream(streamPoints)));
  const oursCpuMs = oursCpu();
  const running = bytesIn(oursFolder) / streamPoints;
  const theirsCpu = cpuClock();
  const theirsMs = await bestOf(1, () => theirs.ingest(stream(streamPoints)));
  const theirsCpuMs = theirsCpu();
  const theirBytes = bytesIn(theirsFolder) / streamPoints;
  report("ingest", rateOf(streamPoints, oursMs), rateOf(streamPoints, theirsMs), theirsMs / oursMs, 20);
  const each = (ms: number): string => `${((ms / streamPoints) * 1e6).toFixed(0)} ns/point`;
  report("ingest, CPU time of all threads", each(oursCpuMs), each(theirsCpuMs), theirsCpuMs / oursCpuMs, 20);
  const verdict = `aim ≤ 5 ${running <= 5 ? "met" : "MISSED"} (running, journal and write-ahead log included)`;
  line("disk, bytes/point", running.toFixed(2), theirBytes.toFixed(2), verdict);
  await ours.flush();
}

async function compareLatest(ours: TelemetryBlocks, theirs: RowStore): Promise<void> {
  const devices = Array.from({ length: latestReads }, (_, i) => (i * 7919) % deviceCount);
  const oursMs = await bestOf(repetitions, async () => {
    for (const device of devices) await ours.latest(deviceIds[device] ?? longDevice, "all");
  });
  const theirsMs = await bestOf(repetitions, () => {
    for (const device of devices) theirs.latest(device);
  });
  const each = (ms: number): string => `${((ms / latestReads) * 1000).toFixed(2)} µs`;
  report("latest of a device's 5 keys", each(oursMs), each(theirsMs), theirsMs / oursMs, 10);
}

async function loadLongSeries(ours: TelemetryBlocks, theirs: RowStore): Promise<void> {
  for (const batch of longStream(longPoints)) await ours.append(longDevice, batch);
  const alone = (batch: Point[]): Message[] => batch.map((point) => ({ device: deviceCount, points: [point] }));
  theirs.ingest(longStream(longPoints).flatMap(alone));
  await ours.flush();
}

const ms = (time: number): string => `${time.toFixed(1)} ms`;

async function compareHistory(ours: TelemetryBlocks, theirs: RowStore): Promise<void> {
  const limit = 100_000;
  const range = longRange(longPoints);
  const oursMs = await bestOf(repetitions, () => Array.fromAsync(ours.scan(longDevice, longKey, range, "ASC", limit)));
  const theirsMs = await bestOf(repetitions, () => theirs.history(longSeries, limit));
  report("100,000 points of one series", ms(oursMs), ms(theirsMs), theirsMs / oursMs, 3);
}

async function compareAverages(ours: TelemetryBlocks, theirs: RowStore): Promise<void> {
  const { from, to } = longRange(longPoints);
  const interval = (to - from) / 1_000;
  const edges = bucketEdges(from, to, { kind: "fixed", ms: interval });
  const oursMs = await bestOf(repetitions, () => ours.aggregate(longDevice, longKey, edges, "AVG"));
  const theirsMs = await bestOf(repetitions, () => theirs.averages(longSeries, from, to, interval));
  report("average, 1,000 buckets of 1 M", ms(oursMs), ms(theirsMs), theirsMs / oursMs, 20);
  const oddEdges = bucketEdges(epochMs(from + 123_456), to, { kind: "fixed", ms: 1_234_567 });
  const oddMs = await bestOf(repetitions, () => ours.aggregate(longDevice, longKey, oddEdges, "AVG"));
  line("  the same, buckets that fit nothing", ms(oddMs));
}
