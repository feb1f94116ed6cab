import axe from "axe-core";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** What the accessibility checker calls serious or critical, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Through the debugger's own world: the page's policy lets no other script in, and that is as it should be.
  await page.evaluate(axe.source);
  const violations = await page.evaluate<Finding[]>("axe.run(document).then((result) => result.violations)");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
