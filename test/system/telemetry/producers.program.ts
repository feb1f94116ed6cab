// A process to be killed: several producers append to one store and say on standard output what they sent and what was
// acknowledged. Usage: node producers.program.ts FOLDER ROUND. It ends only by a signal.
import { writeSync } from "node:fs";
import { openTelemetryBlocks } from "../../../server/src/adapters/telemetry-blocks/index.ts";
import type { Point } from "../../../server/src/core/telemetry/index.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";
import { deviceOf, keysOfBatch, producers, valueFor } from "./expectation.ts";

const [folder = "", round = "0"] = process.argv.slice(2);
const appendsInFlight = 8;
/** Every so many batches one is sent again with a new version: the later write has to win [TEL4]. */
const rewriteEvery = 5;

/** Small arenas: seals, flushes and compactions happen all the time, so kills meet them. */
const store = await openTelemetryBlocks({ folder, readers: 1, arena: { points: 3_000 } });

const say = (line: string): void => void writeSync(1, `${line}\n`);

async function send(producer: number, n: number, version: number): Promise<void> {
  const device = deviceOf(Number(round), producer);
  const points = keysOfBatch.map((key): Point => ({ key, ts: epochMs(n), value: valueFor(key, n, version) }));
  say(`sent ${producer} ${n} ${version}`);
  await store.append(device, points);
  say(`acknowledged ${producer} ${n} ${version}`);
}

async function produce(producer: number): Promise<never> {
  for (let n = 0; ; n += appendsInFlight) {
    const batch = Array.from({ length: appendsInFlight }, (_, i) => send(producer, n + i, 0));
    await Promise.all(batch);
    if ((n / appendsInFlight) % rewriteEvery === 0) await send(producer, Math.floor(n / 2), 1);
  }
}

process.send?.("ready");
await Promise.all(producers.map(produce));
