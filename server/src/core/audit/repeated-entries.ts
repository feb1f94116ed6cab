import { monotonicMs } from "../../kernel/time.ts";
import type { UnstampedEntry } from "./audit-entry.ts";

const minuteMs = 60_000;
/** Kinds of entries that are counted at once; beyond that the oldest are written before their minute is over. */
const kindsAtMost = 10_000;

interface Counted {
  readonly entry: UnstampedEntry;
  readonly since: number;
  more: number;
}

/**
 * The first of them is an entry at once; those alike within a minute become one more, with their number [AUD1]. Whoever
 * tries a thousand passwords a second, or sends as many points, must not fill the disk with it.
 */
export class RepeatedEntries {
  readonly #counted = new Map<string, Counted>();

  /** The entries to write now. */
  add(entry: UnstampedEntry): readonly UnstampedEntry[] {
    const kind = kindOf(entry);
    const known = this.#counted.get(kind);
    if (known) {
      known.more++;
      return this.due();
    }
    this.#counted.set(kind, { entry, since: monotonicMs(), more: 0 });
    return [...this.due(), entry];
  }

  /** What was counted, of those whose minute is over. */
  due(): readonly UnstampedEntry[] {
    const until = monotonicMs() - minuteMs;
    return this.#take(({ since }) => since <= until || this.#counted.size > kindsAtMost);
  }

  /** Everything, since the node stops. */
  all(): readonly UnstampedEntry[] {
    return this.#take(() => true);
  }

  /** The Map's order is that of their beginnings. */
  #take(isDue: (counted: Counted) => boolean): readonly UnstampedEntry[] {
    const taken: UnstampedEntry[] = [];
    for (const [kind, counted] of this.#counted) {
      if (!isDue(counted)) break;
      this.#counted.delete(kind);
      if (counted.more > 0) taken.push({ ...counted.entry, count: counted.more });
    }
    return taken;
  }
}

/** Failures of one user at one thing are alike whatever they were tried on: ids can be made up without end. */
function kindOf({ tenantId, userName, address, action, entity, data, failure }: UnstampedEntry): string {
  const about = failure === null ? [entity.id, data.facts] : [entity.type];
  return JSON.stringify([tenantId, userName, address, action, failure === null, ...about]);
}
