import type { Reporter, TestCase, TestModule } from "vitest/node";

/** What the first telling failed with, in one line. */
const reasonOf = (story: TestCase): string => story.result().errors?.[0]?.message.split("\n")[0] ?? "no reason";

/** Names the stories that passed only when they were told again: each of them has a cause to be found. */
export default class ToldTwice implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const stories = modules.flatMap((module) => [...module.children.allTests()]);
    const unsteady = stories.filter((story) => story.diagnostic()?.flaky === true);
    if (unsteady.length === 0) return;
    const lines = unsteady.map(
      (story) => `  ${story.module.relativeModuleId}: ${story.fullName}\n    ${reasonOf(story)}`,
    );
    process.stdout.write(`\nTold twice, find out why:\n${lines.join("\n")}\n`);
  }
}
