// Our telemetry engine against one row per point in SQLite, on the same stream, in one run [issue: benchmarks].
// Sizes come from the environment: POINTS (5 million), GROWTH_POINTS (0: no growth run; 50000000 for the long one),
// MANY_SERIES (0: no such run; 1000000 for the large one), ONLY=growth or ONLY=series for one of those alone.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTelemetryBlocks, type TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { bucketEdges, type Point } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { ingest } from "./blocks.ts";
import { bestOf, bytesIn, cpuClock, now, rateOf, report, residentMiB } from "./measure.ts";
import { RowStore } from "./rows.ts";
import { deviceCount, deviceIds, keys, type Message, randomNumbers, startTs, stream } from "./stream.ts";

const points = Number(process.env["POINTS"] ?? 5_000_000);
const growthPoints = Number(process.env["GROWTH_POINTS"] ?? 0);
const manySeries = Number(process.env["MANY_SERIES"] ?? 0);
const manyRounds = 3;
const longSeriesPoints = 1_000_000;
const longSeries = deviceCount * keys.length;
const longDevice = "long" as DeviceId;
const longInterval = 1_000;

const root = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "bench-telemetry-"));
const folderFor = (name: string): string => {
  const folder = join(root, name);
  mkdirSync(folder);
  return folder;
};

/** One series of a million points, for the long reads: a slow float, every second. */
function* longStream(): Generator<Point[]> {
  const random = randomNumbers(7);
  let value = 20;
  for (let i = 0; i < longSeriesPoints; i += 1_000) {
    yield Array.from({ length: 1_000 }, (_, n) => {
      value = Math.round((value + (random() - 0.5) * 0.2) * 100) / 100;
      return { key: keys[0], ts: epochMs(startTs + (i + n) * longInterval), value };
    });
  }
}

async function timed(work: () => unknown): Promise<number> {
  return bestOf(1, work);
}

async function compareIngest(
  ours: TelemetryBlocks,
  theirs: RowStore,
  oursFolder: string,
  theirsFolder: string,
): Promise<{ readonly rate: number; readonly cpuRate: number }> {
  const oursCpu = cpuClock();
  const oursMs = await timed(() => ingest(ours, stream(points)));
  const oursCpuMs = oursCpu();
  const running = bytesIn(oursFolder) / points;
  const theirsCpu = cpuClock();
  const theirsMs = await timed(() => theirs.ingest(stream(points)));
  const theirsCpuMs = theirsCpu();
  const theirBytes = bytesIn(theirsFolder) / points;
  report("ingest", rateOf(points, oursMs), rateOf(points, theirsMs), theirsMs / oursMs, 20);
  const each = (ms: number): string => `${((ms / points) * 1e6).toFixed(0)} ns/point`;
  report("ingest, CPU time of all threads", each(oursCpuMs), each(theirsCpuMs), theirsCpuMs / oursCpuMs, 20);
  await ours.flush();
  console.log(
    `${"disk, bytes/point".padEnd(34)} ${running.toFixed(2).padStart(22)} ${theirBytes.toFixed(2).padStart(22)}              aim ≤ 5 ${running <= 5 ? "met" : "MISSED"} (running, journal and write-ahead log included)`,
  );
  return { rate: points / oursMs, cpuRate: points / oursCpuMs };
}

async function compareLatest(ours: TelemetryBlocks, theirs: RowStore): Promise<void> {
  const reads = 2_000;
  const devices = Array.from({ length: reads }, (_, i) => (i * 7919) % deviceCount);
  const oursMs = await bestOf(3, async () => {
    for (const device of devices) await ours.latest(deviceIds[device] ?? longDevice, "all");
  });
  const theirsMs = await bestOf(3, () => {
    for (const device of devices) theirs.latest(device);
  });
  const each = (ms: number): string => `${((ms / reads) * 1000).toFixed(1)} µs`;
  report("latest of a device's 5 keys", each(oursMs), each(theirsMs), theirsMs / oursMs, 10);
}

async function compareLongReads(ours: TelemetryBlocks, theirs: RowStore): Promise<void> {
  const limit = 100_000;
  const from = epochMs(startTs);
  const to = epochMs(startTs + longSeriesPoints * longInterval);
  const history = { from, to, order: "ASC", limit } as const;
  const oursRead = await bestOf(5, () => ours.history(longDevice, keys[0], history));
  const theirsRead = await bestOf(5, () => theirs.history(longSeries, limit));
  report(
    "100,000 points of one series",
    `${oursRead.toFixed(1)} ms`,
    `${theirsRead.toFixed(1)} ms`,
    theirsRead / oursRead,
    3,
  );
  const interval = (to - from) / 1_000;
  const edges = bucketEdges(from, to, { kind: "fixed", ms: interval });
  const oursAvg = await bestOf(5, () => ours.aggregate(longDevice, keys[0], edges, "AVG"));
  const theirsAvg = await bestOf(5, () => theirs.averages(longSeries, from, to, interval));
  report(
    "average, 1,000 buckets of 1 M",
    `${oursAvg.toFixed(1)} ms`,
    `${theirsAvg.toFixed(1)} ms`,
    theirsAvg / oursAvg,
    20,
  );
  const oddEdges = bucketEdges(epochMs(from + 123_456), to, { kind: "fixed", ms: 1_234_567 });
  const oddMs = await bestOf(5, () => ours.aggregate(longDevice, keys[0], oddEdges, "AVG"));
  console.log(`${"  the same, buckets that fit nothing".padEnd(34)} ${`${oddMs.toFixed(1)} ms`.padStart(20)}`);
}

async function loadLongSeries(ours: TelemetryBlocks, theirs: RowStore): Promise<void> {
  for (const batch of longStream()) await ours.append(longDevice, batch);
  const first = (batch: Point[]): Message[] => batch.map((point) => ({ device: deviceCount, points: [point] }));
  theirs.ingest(longStream().flatMap(first));
  await ours.flush();
}

async function outOfOrder(orderedRate: number, orderedCpuRate: number): Promise<void> {
  const folder = folderFor("late");
  const store = await openTelemetryBlocks({ folder });
  const cpu = cpuClock();
  const ms = await timed(() => ingest(store, stream(points, 0.1)));
  const lateCpu = cpu();
  report(
    "10 % late by up to a day",
    rateOf(points, ms),
    `${Math.round(orderedRate * 1000).toLocaleString("en")} ordered`,
    points / ms / orderedRate,
    0.5,
  );
  const cpuRate = points / lateCpu;
  report("  the same by CPU time", rateOf(points, lateCpu), rateOf(orderedCpuRate, 1), cpuRate / orderedCpuRate, 0.5);
  const flushMs = await timed(() => store.flush());
  console.log(`${"  flush and compaction afterwards".padEnd(34)} ${`${flushMs.toFixed(0)} ms`.padStart(22)}`);
  await store.close();
}

async function growth(): Promise<void> {
  const store = await openTelemetryBlocks({ folder: folderFor("growth") });
  const part = growthPoints / 10;
  const rates: number[] = [];
  const cpuRates: number[] = [];
  const messages = stream(growthPoints);
  for (let i = 0; i < 10; i++) {
    const cpu = cpuClock();
    const ms = await timed(() => ingest(store, take(messages, part / keys.length)));
    cpuRates.push(part / cpu());
    rates.push(part / ms);
    const stored = (i + 1) * part;
    console.log(
      `  ${(stored / 1e6).toFixed(0).padStart(3)} M points: ${rateOf(part, ms)}, ${(1e6 / (cpuRates[i] ?? 1)).toFixed(0)} ns CPU/point, ` +
        `${residentMiB().toFixed(0)} MiB resident, ${(bytesIn(join(root, "growth")) / stored).toFixed(2)} bytes/point`,
    );
  }
  for (const [what, figures] of [
    ["growth: last tenth against first", rates],
    ["the same by CPU time", cpuRates],
  ] as const) {
    const [first = 1, last = 0] = [figures[0], figures.at(-1)];
    report(what, rateOf(last, 1), rateOf(first, 1), last / first, 0.9);
  }
  await store.close();
}

/** A million series, ten keys a device: what it costs in memory, and what is left of the rate. */
async function severalSeries(): Promise<void> {
  const store = await openTelemetryBlocks({ folder: folderFor("series") });
  const devices = Array.from({ length: manySeries / 10 }, (_, i) => `device ${i}` as DeviceId);
  const names = Array.from({ length: 10 }, (_, i) => `key ${i}`);
  for (let round = 0; round < manyRounds; round++) {
    const ts = epochMs(startTs + round * 60_000);
    const ms = await timed(async () => {
      for (let i = 0; i < devices.length; i += 500) {
        const turn = devices.slice(i, i + 500).map((device) =>
          store.append(
            device,
            names.map((key, n) => ({ key, ts, value: round + n })),
          ),
        );
        await Promise.all(new Set(turn));
      }
    });
    console.log(
      `  ${manySeries.toLocaleString("en")} series, round ${round}: ${rateOf(manySeries, ms)}, ${residentMiB().toFixed(0)} MiB resident`,
    );
  }
  await store.flush();
  console.log(
    `  after flush and compaction: ${residentMiB().toFixed(0)} MiB resident, ${(bytesIn(join(root, "series")) / (manyRounds * manySeries)).toFixed(1)} bytes/point`,
  );
  await store.close();
  const start = now();
  const again = await openTelemetryBlocks({ folder: join(root, "series") });
  console.log(`  opened again in ${(now() - start).toFixed(0)} ms, ${residentMiB().toFixed(0)} MiB resident`);
  await again.close();
}

function* take<T>(from: Iterator<T>, count: number): Generator<T> {
  for (let i = 0; i < count; i++) {
    const step = from.next();
    if (step.done) return;
    yield step.value;
  }
}

async function compare(): Promise<void> {
  const [oursFolder, theirsFolder] = [folderFor("blocks"), folderFor("rows")];
  const ours = await openTelemetryBlocks({ folder: oursFolder });
  const theirs = new RowStore(theirsFolder);
  console.log(
    `${points.toLocaleString("en")} points, ${deviceCount} devices × ${keys.length} keys, Node ${process.version}`,
  );
  console.log(`${"".padEnd(34)} ${"blocks (ours)".padStart(22)} ${"rows in SQLite".padStart(22)}`);
  const ordered = await compareIngest(ours, theirs, oursFolder, theirsFolder);
  await compareLatest(ours, theirs);
  await ours.close();
  console.log(
    `${"  ours after a clean stop".padEnd(34)} ${(bytesIn(oursFolder) / points).toFixed(2).padStart(22)} bytes/point`,
  );
  const again = await openTelemetryBlocks({ folder: oursFolder });
  await loadLongSeries(again, theirs);
  await compareLongReads(again, theirs);
  await again.close();
  theirs.close();
  await outOfOrder(ordered.rate, ordered.cpuRate);
}

const only = process.env["ONLY"];
try {
  if (only === undefined) await compare();
  if (growthPoints > 0 && only !== "series") await growth();
  if (manySeries > 0 && only !== "growth") await severalSeries();
} finally {
  rmSync(root, { recursive: true });
}
