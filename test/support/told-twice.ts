import type { Reporter, TestCase, TestModule } from "vitest/node";

/** As much as names what was sent and answered where that was made up. */
const linesAtMost = 12;
const lineAtMost = 1_000;

/** What the first telling failed with. */
function reasonOf(story: TestCase): string {
  const { message = "no reason" } = story.result().errors?.[0] ?? {};
  const lines = message.split("\n").slice(0, linesAtMost);
  return lines.map((line) => `    ${line.slice(0, lineAtMost)}`).join("\n");
}

/** Names the stories that passed only when they were told again: each of them has a cause to be found. */
export default class ToldTwice implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const stories = modules.flatMap((module) => [...module.children.allTests()]);
    const unsteady = stories.filter((story) => story.diagnostic()?.flaky === true);
    if (unsteady.length === 0) return;
    const lines = unsteady.map((story) => `  ${story.module.relativeModuleId}: ${story.fullName}\n${reasonOf(story)}`);
    process.stdout.write(`\nTold twice, find out why:\n${lines.join("\n")}\n`);
  }
}
