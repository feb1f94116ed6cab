import type { DashboardPage } from "./configuration.ts";
import type { Place } from "./layout.ts";
import { isOver } from "./narrow-layout.ts";
import { contentOf, type DashboardContent, isAlike, isTree, ownValue, type Tree, treeOf } from "./tree.ts";

/** A value that both changed, each in another way. Undefined: it was, or is, not there. */
export interface MergeConflict {
  readonly path: readonly string[];
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type MergeSide = "mine" | "theirs";

export interface Merged {
  readonly content: DashboardContent;
  /** What somebody has to choose; without any, nobody has to. */
  readonly conflicts: readonly MergeConflict[];
}

type Choose = (conflict: MergeConflict) => MergeSide;

/**
 * Two dashboards that began with the same one, put together: what one of both changed is changed, and of what both changed
 * `choose` takes one [DSH2]. What then lies over something else moves below it.
 */
export function mergeDashboards(
  base: DashboardContent,
  mine: DashboardContent,
  theirs: DashboardContent,
  choose: Choose = () => "theirs",
): Merged {
  const conflicts: MergeConflict[] = [];
  const merging: Merging = { choose, conflicts };
  const merged = mergedTree(merging, treeOf(base), treeOf(mine), treeOf(theirs), []);
  const content = tidied(contentOf(merged), theirs);
  const isThere = ({ path }: MergeConflict) =>
    path[0] !== "pages" || path[2] !== "layout" || hasWidget(content, path[3]);
  return { content, conflicts: conflicts.filter(isThere) };
}

interface Merging {
  readonly choose: Choose;
  readonly conflicts: MergeConflict[];
}

function mergedTree(merging: Merging, base: Tree, mine: Tree, theirs: Tree, path: readonly string[]): Tree {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const merged = names.map((name) => {
    const sides = [ownValue(base, name), ownValue(mine, name), ownValue(theirs, name)] as const;
    return [name, isOrder(path, name) ? mergedOrder(...sides) : mergedValue(merging, sides, [...path, name])] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

type Sides = readonly [base: unknown, mine: unknown, theirs: unknown];

function mergedValue(merging: Merging, [base, mine, theirs]: Sides, path: readonly string[]): unknown {
  if (isAlike(mine, theirs) || isAlike(base, mine)) return theirs;
  if (isAlike(base, theirs)) return mine;
  if (isTree(mine) && isTree(theirs) && isTree(base)) return mergedTree(merging, base, mine, theirs, path);
  const conflict = { path, base, mine, theirs };
  merging.conflicts.push(conflict);
  return merging.choose(conflict) === "mine" ? mine : theirs;
}

const isOrder = (path: readonly string[], name: string): boolean =>
  path.length === 0 && (name === "pagesOrder" || name === "variablesOrder");

/** Two who both changed an order have theirs, with what is only mine behind it: nobody has to choose that. */
function mergedOrder(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isAlike(base, mine)) return theirs;
  if (isAlike(base, theirs)) return mine;
  return [...new Set([...(theirs as readonly string[]), ...(mine as readonly string[])])];
}

const hasWidget = ({ configuration }: DashboardContent, name = ""): boolean =>
  Object.hasOwn(configuration.widgets, name);

/** Places without a widget go, and widgets without a place; a phone's layout that no longer fits follows anew. */
function tidied({ title, configuration }: DashboardContent, theirs: DashboardContent): DashboardContent {
  const known = new Set(Object.keys(configuration.widgets));
  const settled = new Map(theirs.configuration.pages.map((page) => [page.id, page.layout]));
  const pages = configuration.pages.map((page) => tidiedPage(page, known, settled.get(page.id) ?? []));
  const placed = new Set(pages.flatMap(({ layout }) => layout.map(({ widget }) => widget)));
  const widgets = Object.fromEntries(Object.entries(configuration.widgets).filter(([name]) => placed.has(name)));
  return { title, configuration: { ...configuration, pages, widgets } };
}

function tidiedPage(
  { narrow, ...page }: DashboardPage,
  known: ReadonlySet<string>,
  settled: readonly Place[],
): DashboardPage {
  const layout = withoutOverlaps(
    page.layout.filter(({ widget }) => known.has(widget)),
    settled,
  );
  const names = new Set(layout.map(({ widget }) => widget));
  const fits = narrow && names.symmetricDifference(new Set(narrow.map(({ widget }) => widget))).size === 0;
  return { ...page, layout, ...(fits && { narrow: withoutOverlaps(narrow, []) }) };
}

/** Those that stand where they stood first keep their place; others move down until nothing is below them. */
function withoutOverlaps(layout: readonly Place[], settled: readonly Place[]): Place[] {
  const isSettled = (place: Place) => settled.some((one) => isAlike(one, place));
  const order = [...layout].sort(
    (one, other) => Number(isSettled(other)) - Number(isSettled(one)) || one.y - other.y || one.x - other.x,
  );
  const placed: Place[] = [];
  for (const place of order) placed.push(free(place, placed));
  return placed.sort((one, other) => one.y - other.y || one.x - other.x);
}

function free(place: Place, placed: readonly Place[]): Place {
  let lowered = place;
  for (;;) {
    const inTheWay = placed.filter((one) => isOver(one, lowered));
    if (inTheWay.length === 0) return lowered;
    lowered = { ...lowered, y: Math.max(...inTheWay.map(({ y, h }) => y + h)) };
  }
}
