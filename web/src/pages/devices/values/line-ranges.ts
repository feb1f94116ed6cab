import { drawable } from "../../../format/number.ts";
import type { PageValues } from "./row-values.ts";

type Range = readonly [low: number, high: number];

const ofPages = new WeakMap<PageValues, ReadonlyMap<string, Range>>();

/** The range of each key over a page; looked for once, however often it is drawn. */
function rangesOf(page: PageValues): ReadonlyMap<string, Range> {
  const known = ofPages.get(page);
  if (known) return known;
  const ranges = new Map<string, Range>();
  for (const { lines } of page.rows.values())
    for (const [key, { values }] of lines) {
      const wider = values.reduce<Range | undefined>(widened, ranges.get(key));
      if (wider) ranges.set(key, wider);
    }
  ofPages.set(page, ranges);
  return ranges;
}

function widened(range: Range | undefined, value: unknown): Range | undefined {
  const number = drawable(value);
  if (number === undefined) return range;
  return range ? [Math.min(range[0], number), Math.max(range[1], number)] : [number, number];
}

/** The lines of a column are drawn in one range, so that they can be compared. */
export function lineRange(pages: readonly (PageValues | undefined)[], key: string): Range | undefined {
  let range: Range | undefined;
  for (const page of pages) {
    const [low, high] = (page && rangesOf(page).get(key)) ?? [];
    if (low === undefined || high === undefined) continue;
    range = range ? [Math.min(range[0], low), Math.max(range[1], high)] : [low, high];
  }
  return range;
}
