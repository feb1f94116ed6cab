// A process to be killed: several producers append to one store and say on standard output what they sent and what was
// acknowledged. Usage: node producers.program.ts FOLDER ROUND; without a round it only opens the store. It ends only by a
// signal. With POINTS_URL the store is in PostgreSQL, which may be away: what it refuses is said, too.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openTelemetryBlocks } from "../../../server/src/adapters/telemetry-blocks/index.ts";
import type { Point } from "../../../server/src/core/telemetry/index.ts";
import { AppError } from "../../../server/src/kernel/errors.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";
import { deviceOf, keysOfBatch, producers, valueFor } from "./expectation.ts";

const [folder = "", round] = process.argv.slice(2);
const url = process.env["POINTS_URL"];
/** Whoever was refused waits so long. */
const patienceMs = 20;
const appendsInFlight = 8;
/** Every so many batches one is sent again with a new version: the later write has to win [TEL4]. */
const rewriteEvery = 5;
/** Every so many batches some old ones are removed, which are never written again. */
const removeEvery = 7;
const removedAtOnce = 16;

process.send?.("opening");
/** Small arenas: seals, flushes and compactions happen all the time, so kills meet them. */
const store = await openTelemetryBlocks({
  folder,
  readers: 1,
  arena: { points: 3_000 },
  postgres: url === undefined ? undefined : { url },
});

const say = (line: string): void => void writeSync(1, `${line}\n`);

async function send(producer: number, n: number, version: number): Promise<void> {
  const device = deviceOf(Number(round), producer);
  const points = keysOfBatch.map((key): Point => ({ key, ts: epochMs(n), value: valueFor(key, n, version) }));
  say(`sent ${producer} ${n} ${version}`);
  if (await wasDone(store.append(device, points))) say(`acknowledged ${producer} ${n} ${version}`);
  else say(`refused ${producer} ${n} ${version}`);
}

/** False when PostgreSQL was away. */
async function wasDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (url === undefined || !(error instanceof AppError && error.fault === "busy")) throw error;
    await sleep(patienceMs);
    return false;
  }
}

async function remove(producer: number, from: number): Promise<void> {
  const to = from + removedAtOnce;
  say(`removing ${producer} ${from} ${to}`);
  const range = { from: epochMs(from), to: epochMs(to) };
  if (await wasDone(store.delete(deviceOf(Number(round), producer), "all", range)))
    say(`removed ${producer} ${from} ${to}`);
}

async function produce(producer: number): Promise<never> {
  for (let n = 0; ; n += appendsInFlight) {
    const batch = Array.from({ length: appendsInFlight }, (_, i) => send(producer, n + i, 0));
    await Promise.all(batch);
    const turn = n / appendsInFlight;
    if (turn % rewriteEvery === 0) await send(producer, Math.floor(n / 2), 1);
    if (turn % removeEvery === 0 && n > 4 * removedAtOnce) await remove(producer, Math.floor(n / 4));
  }
}

process.send?.("ready");
if (round === undefined) setInterval(() => {}, 1_000);
else await Promise.all(producers.map(produce));
