import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Result } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isLongRun } from "../switches.ts";

/** A third of the readable form, and a page has to read all of it. */
const checker = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What stands there a hundred times in the same form is looked at once in each group, three times in the long run: the routes of the API. */
const repeated = [`.operation:nth-of-type(n+${isLongRun() ? 4 : 2}):not([open])`];

/** Of a page that was looked at before something opened on it, every run looks at that alone; the long one at all once more. */
const placeOf = (opened: string | undefined) => ({
  exclude: repeated,
  ...(opened !== undefined && !isLongRun() && { include: [opened] }),
});

/** As it is in a page. Which rules can find something serious is not told in any other way. */
interface Checker {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string }[] };
  run(place: object, options: object): Promise<{ readonly violations: readonly Result[] }>;
}

/** Runs in the page. What would be called moderate at most is not looked for, which is a tenth of the work. */
async function violationsIn(place: object): Promise<readonly Result[]> {
  const { axe } = window as unknown as { readonly axe: Checker };
  const minor = axe._audit.rules.filter(({ impact }) => impact === "minor" || impact === "moderate");
  const rules = Object.fromEntries(minor.map(({ id }) => [id, { enabled: false }]));
  return (await axe.run(place, { resultTypes: ["violations"], rules })).violations;
}

/** What the accessibility checker calls serious or critical, one line each; of what was `opened` on a page, or of all of it. */
export async function seriousFindings(page: Page, opened?: string): Promise<string[]> {
  // Through the debugger's own world: the page's policy lets no other script in, and that is as it should be.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(checker);
  const violations = await page.evaluate(violationsIn, placeOf(opened));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/**
 * Of a page in the middle of a story, in the long run: the checker costs as much as a load of the page, and `accessibility.test.ts`
 * looks at every page in every run.
 */
export async function expectAccessibleAtLength(page: Page): Promise<void> {
  if (isLongRun()) expect(await seriousFindings(page)).toEqual([]);
}
