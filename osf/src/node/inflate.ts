import { createGunzip, createInflate, type Gunzip, type Inflate as ZlibInflate } from "node:zlib";
import { type Inflate, InflateProblem } from "../read/inflate.ts";

/** Input is fed in pieces of this size: when one is damaged, all output of the pieces before it is safe. */
const inputBytes = 1 << 16;
/** Output arrives in pieces of this size; larger ones save trips between threads. */
const outputBytes = 1 << 18;
/** Unpacked data that may wait for the decoder. */
const maxQueuedBytes = 1 << 20;

/**
 * Inflate with node:zlib: several gzip members are read as one, and the work is done in another thread while the
 * samples of the pieces before are decoded. Cut data is delivered to its end, then reported (§11).
 */
export const inflateWithZlib: Inflate = async function* (chunks, kind) {
  const settings = { chunkSize: outputBytes };
  const unpacking = new Unpacking(kind === "gzip" ? createGunzip(settings) : createInflate(settings));
  const feeding = unpacking.feed(chunks);
  try {
    yield* unpacking.output();
  } finally {
    unpacking.stop();
    await feeding;
  }
};

/** A zlib stream with a queue of our own: what came out stays readable when the stream fails later. */
class Unpacking {
  readonly #unzip: Gunzip | ZlibInflate;
  readonly #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #isEnding = false;
  #isDone = false;
  #problem: unknown;
  #wake: () => void = () => undefined;
  #release: () => void = () => undefined;

  constructor(unzip: Gunzip | ZlibInflate) {
    this.#unzip = unzip;
    unzip.on("data", (piece: Uint8Array) => this.#enqueue(piece));
    unzip.on("end", () => this.#finish(undefined));
    unzip.on("error", (error) => this.#finish(new InflateProblem(this.#reasonOf(error), error)));
  }

  /** Writes the source piece by piece; never rejects. A failing source ends the output with its own error. */
  async feed(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.length && !this.#isDone; at += inputBytes) {
          await this.#write(chunk.subarray(at, at + inputBytes));
        }
        if (this.#isDone) return;
      }
      this.#isEnding = true;
      this.#unzip.end();
    } catch (error) {
      this.#finish(error);
    }
  }

  async *output(): AsyncIterable<Uint8Array> {
    for (;;) {
      const piece = this.#queue.shift();
      if (piece) {
        this.#queuedBytes -= piece.length;
        if (this.#queuedBytes < maxQueuedBytes && this.#unzip.isPaused()) this.#unzip.resume();
        yield piece;
      } else if (this.#isDone) break;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#problem !== undefined) throw this.#problem;
  }

  stop(): void {
    this.#finish(undefined);
    this.#unzip.destroy();
  }

  /** Resolves when the piece is worked off; a stream that fails meanwhile does not say so here, but ends. */
  #write(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#release = resolve;
      this.#unzip.write(piece, () => resolve());
    });
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
