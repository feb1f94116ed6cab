/** Something that has to be done at a moment; Infinity when never. */
interface Due {
  readonly due: number;
  /** Where it stands in the order, and nobody else's: a point asks for it, and a map of all would cost more than the point. */
  queuedAt: number;
}

/** An item is in one order at most; before, it is at this. */
export const notQueued = Number.POSITIVE_INFINITY;

interface Entry<T> {
  readonly at: number;
  readonly item: T;
}

/**
 * What falls due, in order: one heap for everything that waits. An item whose moment moved away is found at the old one and put
 * back at the new one, so that a point costs nothing here: with no-data for 100,000 devices each is looked at once in a while.
 */
export class DueOrder<T extends Due> {
  readonly #heap: Entry<T>[] = [];

  /** It falls due, perhaps earlier than before. */
  add(item: T): void {
    const { due } = item;
    if (due >= item.queuedAt) return;
    item.queuedAt = due;
    this.#push({ at: due, item });
  }

  /** Those that were due before `now`; each is out of the order until it is added again. */
  takeBefore(now: number): readonly T[] {
    const taken: T[] = [];
    for (let first = this.#heap[0]; first && first.at < now; first = this.#heap[0]) {
      this.#pop();
      if (first.item.queuedAt !== first.at) continue;
      first.item.queuedAt = notQueued;
      if (first.item.due < now) taken.push(first.item);
      else this.add(first.item);
    }
    return taken;
  }

  #push(entry: Entry<T>): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = heap[above];
      if (!parent || parent.at <= entry.at) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (let left = 1; left < heap.length; left = at * 2 + 1) {
      const least = timeOf(heap[left + 1]) < timeOf(heap[left]) ? left + 1 : left;
      const child = heap[least];
      if (!child || child.at >= last.at) break;
      heap[at] = child;
      at = least;
    }
    heap[at] = last;
  }
}

const timeOf = (entry: Entry<unknown> | undefined): number => entry?.at ?? Number.POSITIVE_INFINITY;
