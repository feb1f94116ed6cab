import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openTelemetryBlocks } from "../../../server/src/adapters/telemetry-blocks/index.ts";
import { sizeOf } from "../../switches.ts";
import { deviceOf, faultsOf, heardFrom, producers } from "./expectation.ts";

const kills = sizeOf("HELIO_TEST_ENGINE_KILLS");
const longestLifeMs = 1_200;
/** About what a store with a full journal takes to open. */
const longestOpeningMs = 120;

const program = join(import.meta.dirname, "producers.program.ts");

type Moment = "opening" | "ready";

interface Life {
  readonly round?: number;
  /** On a busy machine little happens in a given time: it lives on until it has said enough. */
  readonly isEnough?: (output: string) => boolean;
}

/** Starts the program, kills it at random up to so long after a moment; returns what it said until then. */
async function killedAfter(moment: Moment, longestMs: number, folder: string, life: Life = {}): Promise<string> {
  const { round, isEnough = () => true } = life;
  const file = join(folder, `${moment}-${round ?? ""}.log`); // a file takes every line at once, a pipe may be full
  const output = openSync(file, "w");
  const child = spawn(process.execPath, [program, folder, ...(round === undefined ? [] : [String(round)])], {
    stdio: ["ignore", output, "inherit", "ipc"],
  });
  closeSync(output);
  const closed = once(child, "close");
  const reached = Promise.withResolvers<void>();
  child.on("message", (message) => message === moment && reached.resolve());
  await Promise.race([reached.promise, closed]);
  while (!isEnough(readFileSync(file, "utf8")) && child.exitCode === null) await sleep(20);
  await sleep(Math.random() * longestMs);
  child.kill("SIGKILL");
  expect(await closed).toEqual([null, "SIGKILL"]);
  return readFileSync(file, "utf8");
}

async function faultsAfter(folder: string, outputs: readonly string[], rounds: readonly number[]): Promise<string[]> {
  const store = await openTelemetryBlocks({ folder, readers: 1, arena: { points: 3_000 } });
  const faults: string[] = [];
  for (const round of rounds) {
    const heard = heardFrom(outputs[round] ?? "");
    for (const producer of producers) {
      const said = heard[producer];
      if (said) faults.push(...(await faultsOf(store, deviceOf(round, producer), said)));
    }
  }
  await store.close();
  return faults;
}

const acknowledgedIn = (output: string): number => output.match(/^acknowledged/gm)?.length ?? 0;
const removalsIn = (output: string): number => output.match(/^removed/gm)?.length ?? 0;
const saidEnough = (output: string): boolean => acknowledgedIn(output) > kills * 10 && removalsIn(output) > kills;

test("[REL1] after a SIGKILL at any moment every acknowledged point is there, none that was removed or never sent, each commit whole", {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "telemetry-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outputs: string[] = [];

  for (let round = 0; round < kills; round++) {
    const isEnough = (output: string) => round < kills - 1 || saidEnough([...outputs, output].join(""));
    outputs.push(await killedAfter("ready", longestLifeMs, folder, { round, isEnough }));
    await killedAfter("opening", longestOpeningMs, folder); // in the middle of bringing back what was in memory
    expect(await faultsAfter(folder, outputs, [round])).toEqual([]);
  }

  const [acknowledged, removals] = [acknowledgedIn(outputs.join("")), removalsIn(outputs.join(""))];
  expect(await faultsAfter(folder, outputs, [...outputs.keys()])).toEqual([]);
  process.stdout.write(`${kills} kills, ${acknowledged} acknowledged commits kept, ${removals} removals done\n`);
});
