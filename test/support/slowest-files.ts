import { appendFileSync, existsSync, readFileSync } from "node:fs";
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

function slowestFirst(lines: readonly string[]): string {
  const slowest = lines.toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a)).slice(0, shown);
  return `\nThe slowest files:\n${slowest.join("")}`;
}

export const slowestOf = (file: string): string =>
  existsSync(file) ? slowestFirst(readFileSync(file, "utf8").split(/(?<=\n)/)) : "";

/** Names the slowest files at the end of a run: the minutes of `npm test` are few, and this is where they went [RUN2]. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.map(lineOf);
    const file = process.env[fileOfDurations];
    if (file !== undefined) appendFileSync(file, lines.join(""));
    else if (lines.length > shown) process.stdout.write(slowestFirst(lines));
  }
}
