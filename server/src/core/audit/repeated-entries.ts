import { monotonicMs } from "../../kernel/time.ts";
import type { UnstampedEntry } from "./audit-entry.ts";

const minuteMs = 60_000;
/** Kinds of entries that are counted at once; beyond that the oldest are written before their minute is over. */
const kindsAtMost = 10_000;

/** Failures of one user at one thing that are told apart by what they were tried on and why; others are counted together. */
const toldApartAtMost = 20;

interface Counted {
  /** Of which failures it is one. */
  readonly group: string | undefined;
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
  readonly #toldApart = new Map<string, number>();

  /** The entries to write now. `isAny`: ids of what is not there can be made up without end. */
  add(entry: UnstampedEntry, isAny = false): readonly UnstampedEntry[] {
    const { kind, group } = this.#kindOf(entry, isAny);
    const known = this.#counted.get(kind);
    if (known) {
      known.more++;
      return this.due();
    }
    this.#counted.set(kind, { entry, group, since: monotonicMs(), more: 0 });
    if (group !== undefined) this.#toldApart.set(group, (this.#toldApart.get(group) ?? 0) + 1);
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
      this.#forget(kind, counted);
      if (counted.more > 0) taken.push({ ...counted.entry, count: counted.more });
    }
    return taken;
  }

  #forget(kind: string, { group }: Counted): void {
    this.#counted.delete(kind);
    if (group === undefined) return;
    const left = (this.#toldApart.get(group) ?? 1) - 1;
    if (left > 0) this.#toldApart.set(group, left);
    else this.#toldApart.delete(group);
  }

  #kindOf(entry: UnstampedEntry, isAny: boolean): { readonly kind: string; readonly group?: string } {
    const { tenantId, userName, address, action, entity, data, failure } = entry;
    const who = [tenantId, userName, address, action, failure === null];
    if (failure === null) return { kind: JSON.stringify([...who, entity.id, data.facts]) };
    const group = JSON.stringify([...who, entity.type]);
    const kind = JSON.stringify([group, entity.id, data.facts, failure]);
    if (this.#counted.has(kind)) return { kind };
    return isAny || (this.#toldApart.get(group) ?? 0) >= toldApartAtMost ? { kind: group } : { kind, group };
  }
}
