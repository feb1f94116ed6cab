import { monotonicMs } from "../../kernel/time.ts";

/** A node that said nothing for so long may have said what was not heard. */
const silenceMs = 1_200;

interface Heard {
  /** What it says next is the event with this number; undefined before it said anything. */
  next: number | undefined;
  at: number;
}

/** Whether everything that other nodes said was heard: each counts what it says, and says something several times in a second. */
export class HeardNodes {
  readonly #self: string;
  readonly #onMissed: () => void;
  readonly #heard = new Map<string, Heard>();

  constructor(self: string, onMissed: () => void) {
    this.#self = self;
    this.#onMissed = onMissed;
  }

  /** Those that are there. One that is gone may have changed something without having said so. */
  members(nodes: readonly string[]): void {
    const there = new Set(nodes.filter((node) => node !== this.#self));
    for (const node of there) if (!this.#heard.has(node)) this.#heard.set(node, { next: undefined, at: monotonicMs() });
    const gone = [...this.#heard.keys()].filter((node) => !there.has(node));
    for (const node of gone) this.#heard.delete(node);
    if (gone.length > 0) this.#onMissed();
  }

  /** False when something before it was missed. */
  from(node: string, first: number, count: number): boolean {
    const before = this.#heard.get(node)?.next;
    this.#heard.set(node, { next: first + count, at: monotonicMs() });
    return before === undefined || before === first;
  }

  look(): void {
    const now = monotonicMs();
    if ([...this.#heard.values()].some(({ at }) => now - at > silenceMs)) this.#onMissed();
  }
}
