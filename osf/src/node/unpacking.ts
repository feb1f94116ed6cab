import { setImmediate } from "node:timers/promises";
import type { InflateRaw, Inflate as ZlibInflate } from "node:zlib";
import { joined } from "../read/source/byte-gatherer.ts";
import { InflateProblem } from "../read/source/inflate.ts";
import type { PackedInput } from "../read/source/packed-input.ts";

/** Input is fed in pieces: when one is damaged, all output of the pieces before it is safe. The first are small. */
const [smallestInputBytes, inputBytes] = [1 << 10, 1 << 17];
/** Output arrives in pieces of up to this size; larger ones save trips between threads. */
export const outputBytes = 1 << 20;
/** They are decoded in smaller ones: the thread can only go on when this one has had a moment for it. */
const decodedBytes = 1 << 17;
/** Unpacked data that may wait for the decoder. */
const maxQueuedBytes = 1 << 21;
/** With a second piece at hand the thread goes on by itself; with one it waits while the decoder is busy. */
const piecesAhead = 2;

/** A zlib stream with a queue of our own: what came out stays readable when the stream fails later. */
export class Unpacking {
  readonly #unzip: ZlibInflate | InflateRaw;
  readonly #input: PackedInput;
  readonly #queue: Uint8Array[] = [];
  /** What was fed and is not used up yet, and how much was fed up to its end. */
  readonly #fed: { readonly piece: Uint8Array; readonly end: number }[] = [];
  #fedBytes = 0;
  /** The packed data has come to its end inside of what was fed. */
  #isOver = false;
  #queuedBytes = 0;
  #isEnding = false;
  #isDone = false;
  #problem: unknown;
  #pending = 0;
  #wake: () => void = () => undefined;
  #release: () => void = () => undefined;

  constructor(unzip: ZlibInflate | InflateRaw, input: PackedInput) {
    this.#unzip = unzip;
    this.#input = input;
    unzip.on("data", (piece: Uint8Array) => this.#enqueue(piece));
    unzip.on("end", () => this.#finish(undefined));
    unzip.on("error", (error) => this.#finish(new InflateProblem(this.#reasonOf(error), error)));
  }

  /** Everything that can be unpacked; then what is behind it is back in the input, or it throws what was wrong. */
  async *output(): AsyncIterable<Uint8Array> {
    const feeding = this.#feed();
    try {
      yield* this.#pieces();
    } finally {
      this.#finish(undefined);
      this.#unzip.destroy();
      await feeding;
    }
    if (this.#problem !== undefined) throw this.#problem;
    this.#input.putBack(this.#unused());
  }

  /** Writes the source piece by piece; never rejects. A failing source ends the output with its own error. */
  async #feed(): Promise<void> {
    try {
      for (let size = smallestInputBytes; !this.#isDone && !this.#isOver; size = Math.min(2 * size, inputBytes)) {
        const piece = await this.#input.take(size);
        if (!piece) {
          this.#isEnding = true;
          this.#unzip.end();
          return;
        }
        await this.#write(piece.slice()); // it may still be worked on when the source fills its buffer again
      }
    } catch (error) {
      await this.#untilPending(0);
      this.#finish(error);
    }
  }

  async *#pieces(): AsyncIterable<Uint8Array> {
    for (;;) {
      const piece = this.#queue.shift();
      if (piece) {
        this.#queuedBytes -= piece.length;
        if (this.#queuedBytes < maxQueuedBytes && this.#unzip.isPaused()) this.#unzip.resume();
        yield* this.#inSteps(piece);
      } else if (this.#isDone) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async *#inSteps(piece: Uint8Array): AsyncIterable<Uint8Array> {
    for (let at = 0; at < piece.length; at += decodedBytes) {
      if (at > 0 && !this.#isDone) await setImmediate();
      yield piece.subarray(at, at + decodedBytes);
    }
  }

  /** Resolves when there is room for another piece; a stream that fails meanwhile does not say so here, but ends. */
  async #write(piece: Uint8Array): Promise<void> {
    this.#pending++;
    this.#fedBytes += piece.length;
    const fed = { piece, end: this.#fedBytes };
    this.#fed.push(fed);
    this.#unzip.write(piece, () => {
      this.#pending--;
      this.#forgetUsed();
      if (this.#unzip.bytesWritten < fed.end) this.#isOver = true;
      this.#release();
    });
    await this.#untilPending(piecesAhead - 1);
  }

  #forgetUsed(): void {
    while ((this.#fed[0]?.end ?? Infinity) <= this.#unzip.bytesWritten) this.#fed.shift();
  }

  async #untilPending(most: number): Promise<void> {
    while (this.#pending > most && !this.#isDone && !this.#isOver)
      await new Promise<void>((resolve) => (this.#release = resolve));
  }

  /** Bytes behind the end of the packed data, which zlib leaves alone. */
  #unused(): Uint8Array {
    const count = this.#fedBytes - this.#unzip.bytesWritten;
    return count === 0
      ? new Uint8Array(0)
      : this.#fed
          .map(({ piece }) => piece)
          .reduce(joined)
          .subarray(-count);
  }

  #enqueue(piece: Uint8Array): void {
    this.#queue.push(piece);
    this.#queuedBytes += piece.length;
    if (this.#queuedBytes >= maxQueuedBytes) this.#unzip.pause();
    this.#wake();
  }

  #finish(problem: unknown): void {
    this.#isDone = true;
    this.#problem ??= problem;
    this.#release();
    this.#wake();
  }

  /** An unexpected end is no damage: the data is cut off. */
  #reasonOf(error: Error): "truncated" | "damaged" {
    return this.#isEnding && "code" in error && error.code === "Z_BUF_ERROR" ? "truncated" : "damaged";
  }
}
