/** Idle blocks kept; more are left to the garbage collector. */
const keptAtMost = 16;

export type Block = Uint8Array<SharedArrayBuffer>;

/** Memory that the hashing thread sees too. Used over and over: shared memory is given back late when it is dropped. */
export class SharedBlocks {
  readonly #bytes: number;
  readonly #free: Block[] = [];

  /** `bytes`: the size of a block; whoever needs a larger one gets one that is not kept. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  take(bytes: number): Block {
    if (bytes > this.#bytes) return new Uint8Array(new SharedArrayBuffer(bytes));
    return this.#free.pop() ?? new Uint8Array(new SharedArrayBuffer(this.#bytes));
  }

  giveBack(block: Block): void {
    if (block.length === this.#bytes && this.#free.length < keptAtMost) this.#free.push(block);
  }
}
