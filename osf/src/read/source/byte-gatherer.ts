const smallestCapacity = 256;

/** Bytes that arrive in pieces; the buffer grows with what arrived, never with what was announced. */
export class ByteGatherer {
  length = 0;
  #buffer: Uint8Array = new Uint8Array(0);

  /** What was gathered, a view. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }

  append(piece: Uint8Array): void {
    const needed = this.length + piece.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(smallestCapacity, needed, this.#buffer.length * 2));
      grown.set(this.bytes);
      this.#buffer = grown;
    }
    this.#buffer.set(piece, this.length);
    this.length = needed;
  }

  clear(): void {
    this.length = 0;
    if (this.#buffer.length > maxKeptCapacity) this.#buffer = new Uint8Array(0);
  }
}

/** One large block must not pin its memory for the rest of the file. */
const maxKeptCapacity = 1 << 20;

export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
