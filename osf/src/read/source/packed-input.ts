import { joined } from "./byte-gatherer.ts";

/** Compressed bytes in pieces that are never larger than asked for; what was taken too much can be put back. */
export class PackedInput {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next piece of at most `most` bytes, or undefined at the end. A piece is valid until the next call. */
  async take(most: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** Gives bytes back: they come first at the next call. */
  putBack(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#rest = this.#rest.length === 0 ? bytes : joined(bytes, this.#rest);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
