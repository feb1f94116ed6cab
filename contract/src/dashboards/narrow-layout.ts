import { narrowColumns } from "./bounds.ts";
import type { Place } from "./layout.ts";

export const isOver = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** Narrower than that on a desk, two of them stand side by side on a phone. */
const halfUpTo = 6;

/** On a phone: read line by line, small ones in pairs, all others one below the other [DSH1]. */
export function narrowLayout(layout: readonly Place[]): Place[] {
  const inOrder = layout.toSorted((one, other) => one.y - other.y || one.x - other.x);
  const placed: Place[] = [];
  let y = 0;
  let waiting: Place | undefined;
  const settle = () => {
    if (waiting) placed.push({ ...waiting, w: narrowColumns });
    y += waiting?.h ?? 0;
    waiting = undefined;
  };
  for (const { widget, w, h } of inOrder) {
    if (w > halfUpTo) {
      settle();
      placed.push({ widget, x: 0, y, w: narrowColumns, h });
      y += h;
    } else if (waiting) {
      const height = Math.max(waiting.h, h);
      placed.push({ ...waiting, h: height }, { widget, x: 1, y, w: 1, h: height });
      y += height;
      waiting = undefined;
    } else waiting = { widget, x: 0, y, w: 1, h };
  }
  settle();
  return placed;
}
