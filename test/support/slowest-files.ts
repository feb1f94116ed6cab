import type { Reporter, TestModule } from "vitest/node";

const shown = 10;

/** What a file took from its import to its last hook, in milliseconds. */
function durationOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(6);

/** Names the slowest files at the end of a run: the minutes of `npm test` are few, and this is where they went [RUN2]. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const timed = modules.map((module) => ({ path: module.relativeModuleId, ms: durationOf(module) }));
    const slowest = timed.sort((a, b) => b.ms - a.ms).slice(0, shown);
    const lines = slowest.map(({ path, ms }) => `  ${seconds(ms)} s  ${path}`);
    process.stdout.write(`\nThe slowest files:\n${lines.join("\n")}\n`);
  }
}
