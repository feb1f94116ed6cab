import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Names a file in which several runs beside each other leave what theirs took, for one list of all. */
export const fileOfDurations = "HELIOGRAPH_DURATIONS";
const shown = 10;

/** What a file took from its import to its last hook, in milliseconds. */
function durationOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

const lineOf = (module: TestModule): string =>
  `  ${(durationOf(module) / 1_000).toFixed(1).padStart(6)} s  ${module.relativeModuleId}\n`;

/** Of the lines of all files. */
export function slowestOf(files: string): string {
  const lines = files.split(/(?<=\n)/);
  const slowest = lines.toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a)).slice(0, shown);
  return `\nThe slowest files:\n${slowest.join("")}`;
}

/** Some less than there are, so that a run whose configuration lost a folder is found out. */
const leastFiles = {
  "client/src/": 3,
  "contract/src/": 12,
  "osf/src/": 20,
  "server/src/": 150,
  "web/src/": 140,
  "test/contract/": 50,
  "test/docs/": 7,
  "test/system/": 165,
  "test/system/mqtt/": 20,
  "test/system/web/": 30,
};

export const placesWithoutTests = (files: string): readonly string[] =>
  Object.entries(leastFiles).flatMap(([place, least]) => (files.split(` ${place}`).length - 1 < least ? [place] : []));

/** Names the slowest files at the end of a run: the minutes of `npm test` are few, and this is where they went [RUN2]. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.map(lineOf);
    const file = process.env[fileOfDurations];
    if (file !== undefined) appendFileSync(file, lines.join(""));
    else if (lines.length > shown) process.stdout.write(slowestOf(lines.join("")));
  }
}
