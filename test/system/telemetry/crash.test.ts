import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sizeOf } from "../../switches.ts";
import { acknowledgedIn, faultsAfter, killedAfter, removalsIn } from "./killed-producers.ts";

const kills = sizeOf("HELIO_TEST_ENGINE_KILLS");
const longestLifeMs = 1_200;
/** About what a store with a full journal takes to open. */
const longestOpeningMs = 120;

const saidEnough = (output: string): boolean => acknowledgedIn(output) > kills * 10 && removalsIn(output) > kills;

test("[REL1] after a SIGKILL at any moment every acknowledged point is there, none that was removed or never sent, each commit whole", {
  timeout: 120_000 + kills * 30_000,
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
