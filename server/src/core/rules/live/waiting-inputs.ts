import type { RuleInputStore } from "../inputs/input-store.ts";
import type { WaitingInput } from "../inputs/told-change.ts";

/** Read in one go. */
const readAtOnce = 500;

const inOrder = (a: WaitingInput, b: WaitingInput): number => a.position - b.position || a.seq - b.seq;

/** What rules look at beside points, in its order with them: read when something came, and removed with what followed from it. */
export class WaitingInputs {
  readonly #store: Pick<RuleInputStore, "waiting">;
  #waiting: WaitingInput[] = [];
  /** Evaluated, and not removed yet. */
  #evaluated: number[] = [];
  /** There may be some that were not read, of a position from here on. */
  #unreadFrom = Number.NEGATIVE_INFINITY;

  constructor(store: Pick<RuleInputStore, "waiting">) {
    this.#store = store;
  }

  came(position: number): void {
    this.#unreadFrom = Math.min(this.#unreadFrom, position);
  }

  get mayBeMore(): boolean {
    return this.#unreadFrom < Number.POSITIVE_INFINITY;
  }

  get hasWork(): boolean {
    return this.mayBeMore || this.#waiting.length > 0;
  }

  /** Something that comes before a commit of points has to be read first. */
  isUnreadBefore(position: number): boolean {
    return this.#unreadFrom < position;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Those that wait are done before more are read, but where the next commit of points waits for what was not read. Whatever was
   * read before and not evaluated is read again then: what is committed later may have an earlier place.
   */
  async read(nextCommit = Number.NEGATIVE_INFINITY): Promise<void> {
    if (!this.mayBeMore || (this.#waiting.length > 0 && !this.isUnreadBefore(nextCommit))) return;
    const unreadFrom = this.#unreadFrom;
    this.#unreadFrom = Number.POSITIVE_INFINITY;
    try {
      await this.#readSome();
    } catch (error) {
      this.came(unreadFrom);
      throw error;
    }
  }

  /** Of a full page the rest comes behind its first: a commit before that waits for nothing. */
  async #readSome(): Promise<void> {
    const read = await this.#store.waiting(readAtOnce);
    this.#waiting = read.filter(({ seq }) => !this.isEvaluated(seq)).toSorted(inOrder);
    if (read.length === readAtOnce) this.came(this.#waiting[0]?.position ?? Number.NEGATIVE_INFINITY);
  }

  /** The oldest. */
  get first(): WaitingInput | undefined {
    return this.#waiting[0];
  }

  take(): void {
    const taken = this.#waiting.shift();
    if (taken) this.#evaluated.push(taken.seq);
  }

  isEvaluated = (seq: number): boolean => this.#evaluated.includes(seq);

  get evaluated(): readonly number[] {
    return this.#evaluated;
  }

  /** These are removed. */
  removed(count: number): void {
    this.#evaluated = this.#evaluated.slice(count);
  }
}
