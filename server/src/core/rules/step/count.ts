import type { Hold } from "../compile/compiled-rule.ts";
import { met, type Truth, unknown } from "../values.ts";
import type { Count } from "./rule-state.ts";

/** What a count has to know of what was looked at. */
interface Look {
  /** A point came, or time has passed. */
  readonly kind: "seen" | "elapsed";
  readonly at: number;
  readonly isNew: boolean;
  readonly isAfterGap: boolean;
}

/** The count after a look: the same object where nothing has changed. */
export function counted(count: Count | null, truth: Truth, hold: Hold, look: Look, now: number): Count | null {
  if (look.kind === "elapsed") return elapsed(count, truth, now);
  if (truth !== met) return null;
  if (count === null || look.isAfterGap) return begun(hold, look.at, now);
  return count.isMet ? count : continued(count, hold, look);
}

const begun = ({ ms, count }: Hold, since: number, now: number): Count => ({
  since,
  due: ms > 0 ? now + ms : null,
  times: 1,
  isMet: ms === 0 && count <= 1,
});

function continued(count: Count, hold: Hold, { at, isNew }: Look): Count {
  const times = hold.count > 1 && isNew ? count.times + 1 : count.times;
  const isMet = hold.ms > 0 ? at - count.since >= hold.ms : times >= hold.count;
  if (!isMet && times === count.times) return count;
  return { since: count.since, due: isMet ? null : count.due, times, isMet };
}

/** Nothing came: what is met has been met long enough; what is unknown by now waits for the next point, which can tell. */
function elapsed(count: Count | null, truth: Truth, now: number): Count | null {
  if (count === null || (truth !== met && truth !== unknown)) return null;
  if (count.due === null || count.due > now) return count;
  return { ...count, due: null, isMet: truth === met };
}
