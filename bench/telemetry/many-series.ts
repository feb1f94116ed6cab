import { openTelemetryBlocks, type TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import type { Folders } from "./folders.ts";
import { bestOf, bytesIn, flatness, line, now, rateOf, residentMiB } from "./measure.ts";
import { startTs } from "./stream.ts";

const seriesCount = Number(process.env["MANY_SERIES"] ?? 1_000_000);
const rounds = Number(process.env["ROUNDS"] ?? 6);
const keysPerDevice = 10;
const devicesPerTurn = 500;
const names = Array.from({ length: keysPerDevice }, (_, i) => `key ${i}`);

/** Identifiers are made when needed: what is measured is the store, not the benchmark. */
const deviceId = (n: number): DeviceId => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as DeviceId;

async function round(store: TelemetryBlocks, n: number): Promise<void> {
  const ts = epochMs(startTs + n * 60_000);
  const points = names.map((key, i) => ({ key, ts, value: n + i }));
  for (let first = 0; first < seriesCount / keysPerDevice; first += devicesPerTurn) {
    const turn = Array.from({ length: devicesPerTurn }, (_, i) => store.append(deviceId(first + i), points));
    await Promise.all(new Set(turn));
  }
}

/** One point of each of a million series after the other: the worst case of a design that gathers by series. */
export async function manySeries(folders: Folders): Promise<void> {
  const folder = folders.fresh("series");
  const before = residentMiB();
  const store = await openTelemetryBlocks({ folder });
  line(`${seriesCount.toLocaleString("en")} series`, "rate", "resident");
  line("  opened, empty", "", `${residentMiB().toFixed(0)} MiB (${before.toFixed(0)} before)`);
  const resident: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const ms = await bestOf(1, () => round(store, n));
    resident.push(residentMiB());
    line(`  round ${n + 1}`, rateOf(seriesCount, ms), `${resident.at(-1)?.toFixed(0)} MiB`);
  }
  flatness("resident memory, rounds from the third on", resident.slice(2));
  const flushMs = await bestOf(1, () => store.flush());
  const bytes = bytesIn(folder) / (rounds * seriesCount);
  line(
    `  flushed, compacted in ${(flushMs / 1000).toFixed(1)} s`,
    `${bytes.toFixed(1)} bytes/point`,
    `${residentMiB().toFixed(0)} MiB`,
  );
  await store.close();
  const start = now();
  const again = await openTelemetryBlocks({ folder });
  line("  opened again", `${(now() - start).toFixed(0)} ms`, `${residentMiB().toFixed(0)} MiB`);
  await again.close();
}
