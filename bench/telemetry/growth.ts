import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { ingest } from "./blocks.ts";
import type { Folders } from "./folders.ts";
import { bestOf, bytesIn, cpuClock, flatness, rateOf, report, residentMiB } from "./measure.ts";
import { keys, stream } from "./stream.ts";

const points = Number(process.env["GROWTH_POINTS"] ?? 50_000_000);
const tenths = 10;

/** Whether the rate, and the memory, stay as they are while the store grows. */
export async function growth(folders: Folders): Promise<void> {
  const folder = folders.fresh("growth");
  const store = await openTelemetryBlocks({ folder });
  const part = points / tenths;
  const messages = stream(points);
  const rates: number[] = [];
  const cpuRates: number[] = [];
  const resident: number[] = [];
  for (let i = 1; i <= tenths; i++) {
    const cpu = cpuClock();
    const ms = await bestOf(1, () => ingest(store, take(messages, part / keys.length)));
    const cpuMs = cpu();
    rates.push(part / ms);
    cpuRates.push(part / cpuMs);
    resident.push(residentMiB());
    console.log(
      `  ${((i * part) / 1e6).toFixed(0).padStart(3)} M points: ${rateOf(part, ms)}, ` +
        `${((cpuMs / part) * 1e6).toFixed(0)} ns CPU/point, ${resident.at(-1)?.toFixed(0)} MiB resident, ` +
        `${(bytesIn(folder) / (i * part)).toFixed(2)} bytes/point`,
    );
  }
  for (const [what, figures] of [
    ["growth: last tenth against first", rates],
    ["  by CPU time", cpuRates],
  ] as const) {
    const [first = 1, last = 0] = [figures[0], figures.at(-1)];
    report(what, rateOf(last, 1), rateOf(first, 1), last / first, 0.9);
  }
  flatness("resident memory while growing", resident.slice(1));
  await store.close();
}

function* take<T>(from: Iterator<T>, count: number): Generator<T> {
  for (let i = 0; i < count; i++) {
    const step = from.next();
    if (step.done) return;
    yield step.value;
  }
}
