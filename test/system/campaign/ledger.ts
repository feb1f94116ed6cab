import type { Finding } from "./party.ts";

/**
 * What may be there, by key. A request that is under way leaves two possibilities, the old state and the new one; its
 * acknowledgement one; and what was seen after a restart is the only one from then on: nothing comes or goes later.
 */
export class Ledger<Key, Value> {
  /** What was certain, and what was asked for since. */
  readonly #possible = new Map<Key, readonly (Value | undefined)[]>();
  readonly #late = new Map<Key, { readonly values: readonly (Value | undefined)[]; left: number }>();
  readonly #mayBeLate: boolean;
  #acknowledged = 0;

  /** Where another node may do a request that nobody answered after the next one was acknowledged, it stays possible. */
  constructor(mayBeLate = false) {
    this.#mayBeLate = mayBeLate;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Before a request leaves; undefined deletes. */
  intend(key: Key, value: Value | undefined): void {
    this.#possible.set(key, [...(this.#possible.get(key) ?? [undefined]), value]);
  }

  settle(key: Key, value: Value | undefined): void {
    const [, ...asked] = this.#possible.get(key) ?? [];
    this.#possible.set(key, this.#mayBeLate ? [value, ...without(asked, value)] : [value]);
    this.#acknowledged++;
  }

  /** What is there for certain. */
  certain(): Key[] {
    return [...this.#possible].flatMap(([key, values]) => (values.every((value) => value !== undefined) ? [key] : []));
  }

  compare(there: ReadonlyMap<Key, Value>): Finding[] {
    const findings = [...this.#possible].flatMap(([key, values]) => this.#judge(key, values, there.get(key)));
    const unknown = [...there].filter(([key]) => !this.#possible.has(key));
    return [...findings, ...unknown.map(([key, value]) => ({ kind: "foreign", what: `${key}: ${value}` }) as const)];
  }

  /** What is under way at a node whose S3 or database does not answer is done when that is back. */
  #remember(key: Key, asked: readonly (Value | undefined)[]): void {
    if (!this.#mayBeLate) return;
    const known = this.#late.get(key);
    if (asked.length > 0) this.#late.set(key, { values: asked, left: lateComparisons });
    else if (known && --known.left === 0) this.#late.delete(key);
  }

  #judge(key: Key, values: readonly (Value | undefined)[], seen: Value | undefined): Finding[] {
    const late = this.#late.get(key);
    this.#possible.set(key, [seen]);
    this.#remember(key, values.slice(1));
    if (values.includes(seen) || late?.values.includes(seen)) return [];
    const isReturned = values.every((value) => value === undefined);
    return [{ kind: isReturned ? "returned" : "lost", what: `${key}: ${seen} instead of ${values.join(" or ")}` }];
  }
}

/** How often a ledger is compared while what nobody answered may still be done: at three nodes, in two rounds. */
const lateComparisons = 6;

/** One of those that are equal to it less. */
function without<Item>(items: readonly Item[], item: Item): Item[] {
  const at = items.lastIndexOf(item);
  return items.filter((_, i) => i !== at);
}

/** Numbered messages: all that were acknowledged, none twice, none that nobody sent. */
export function compareNumbers(
  stored: readonly number[],
  { acknowledged, sent }: { readonly acknowledged: ReadonlySet<number>; readonly sent: number },
): Finding[] {
  const there = new Set(stored);
  const seen = new Set<number>();
  const doubled = stored.filter((number) => seen.size === seen.add(number).size);
  const foreign = stored.filter((number) => !(number >= 1 && number <= sent));
  return [
    ...[...acknowledged.difference(there)].map((number) => ({ kind: "lost", what: `message ${number}` }) as const),
    ...doubled.map((number) => ({ kind: "doubled", what: `message ${number}` }) as const),
    ...foreign.map((number) => ({ kind: "foreign", what: `message ${number}` }) as const),
  ];
}
