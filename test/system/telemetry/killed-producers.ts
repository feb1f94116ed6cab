import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { openTelemetryBlocks } from "../../../server/src/adapters/telemetry-blocks/index.ts";
import { deviceOf, faultsOf, heardFrom, producers } from "./expectation.ts";

const program = join(import.meta.dirname, "producers.program.ts");

type Moment = "opening" | "ready";

interface Life {
  /** Where the points are, when they are in PostgreSQL. */
  readonly url?: string | undefined;
  readonly round?: number;
  /** On a busy machine little happens in a given time: it lives on until it has said enough. */
  readonly isEnough?: (output: string) => boolean;
}

/** Starts the program, kills it at random up to so long after a moment; returns what it said until then. */
export async function killedAfter(moment: Moment, longestMs: number, folder: string, life: Life = {}): Promise<string> {
  const { round, url, isEnough = () => true } = life;
  const file = join(folder, `${moment}-${round ?? ""}.log`); // a file takes every line at once, a pipe may be full
  const output = openSync(file, "w");
  const child = spawn(process.execPath, [program, folder, ...(round === undefined ? [] : [String(round)])], {
    stdio: ["ignore", output, "inherit", "ipc"],
    env: { ...process.env, ...(url !== undefined && { POINTS_URL: url }) },
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

/** What is not as the producers of these rounds were told. */
export async function faultsAfter(
  folder: string,
  outputs: readonly string[],
  rounds: readonly number[],
  url?: string,
): Promise<string[]> {
  const store = await openTelemetryBlocks({
    folder,
    readers: 1,
    arena: { points: 3_000 },
    postgres: url === undefined ? undefined : { url },
  });
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

export const acknowledgedIn = (output: string): number => output.match(/^acknowledged/gm)?.length ?? 0;
export const removalsIn = (output: string): number => output.match(/^removed/gm)?.length ?? 0;
