import { setImmediate } from "node:timers/promises";
import { createGunzip, createInflate, type Gunzip, type Inflate as ZlibInflate } from "node:zlib";
import { type Inflate, InflateProblem } from "../read/inflate.ts";
import { PackedInput } from "../read/packed-input.ts";

/** Input is fed in pieces: when one is damaged, all output of the pieces before it is safe. The first are small. */
const [smallestInputBytes, inputBytes] = [1 << 10, 1 << 17];
/** Output arrives in pieces of up to this size; larger ones save trips between threads. */
const outputBytes = 1 << 20;
/** They are decoded in smaller ones: the thread can only go on when this one has had a moment for it. */
const decodedBytes = 1 << 17;
/** Unpacked data that may wait for the decoder. */
const maxQueuedBytes = 1 << 21;
/** With a second piece at hand the thread goes on by itself; with one it waits while the decoder is busy. */
const piecesAhead = 2;

/**
 * Inflate with node:zlib: several gzip members are read as one, and the work is done in another thread while the
 * samples of the pieces before are decoded. Cut data is delivered to its end, then reported (§11).
 */
export const inflateWithZlib: Inflate = async function* (chunks, kind) {
  const settings = { chunkSize: outputBytes };
  const unpacking = new Unpacking(kind === "gzip" ? createGunzip(settings) : createInflate(settings));
  const input = new PackedInput(chunks);
  const feeding = unpacking.feed(input);
  try {
    yield* unpacking.output();
  } finally {
    unpacking.stop();
    await feeding;
    await input.close();
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
  #pending = 0;
  #fedBytes = 0;
  #wake: () => void = () => undefined;
  #release: () => void = () => undefined;

  constructor(unzip: Gunzip | ZlibInflate) {
    this.#unzip = unzip;
    unzip.on("data", (piece: Uint8Array) => this.#enqueue(piece));
    unzip.on("end", () => this.#finish(this.#surplus()));
    unzip.on("error", (error) => this.#finish(new InflateProblem(this.#reasonOf(error), error)));
  }

  /** Writes the source piece by piece; never rejects. A failing source ends the output with its own error. */
  async feed(input: PackedInput): Promise<void> {
    try {
      for (let size = smallestInputBytes; !this.#isDone; size = Math.min(2 * size, inputBytes)) {
        const piece = await input.take(size);
        if (!piece) break;
        await this.#write(piece.slice()); // it may still be worked on when the source fills its buffer again
      }
      this.#isEnding = true;
      this.#unzip.end();
    } catch (error) {
      await this.#untilPending(0);
      this.#finish(error);
    }
  }

  async *output(): AsyncIterable<Uint8Array> {
    for (;;) {
      const piece = this.#queue.shift();
      if (piece) {
        this.#queuedBytes -= piece.length;
        if (this.#queuedBytes < maxQueuedBytes && this.#unzip.isPaused()) this.#unzip.resume();
        yield* this.#inSteps(piece);
      } else if (this.#isDone) break;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#problem !== undefined) throw this.#problem;
  }

  async *#inSteps(piece: Uint8Array): AsyncIterable<Uint8Array> {
    for (let at = 0; at < piece.length; at += decodedBytes) {
      if (at > 0 && !this.#isDone) await setImmediate();
      yield piece.subarray(at, at + decodedBytes);
    }
  }

  stop(): void {
    this.#finish(undefined);
    this.#unzip.destroy();
  }

  /** Resolves when there is room for another piece; a stream that fails meanwhile does not say so here, but ends. */
  async #write(piece: Uint8Array): Promise<void> {
    this.#pending++;
    this.#fedBytes += piece.length;
    this.#unzip.write(piece, () => {
      this.#pending--;
      this.#release();
    });
    await this.#untilPending(piecesAhead - 1);
  }

  async #untilPending(most: number): Promise<void> {
    while (this.#pending > most && !this.#isDone) await new Promise<void>((resolve) => (this.#release = resolve));
  }

  /** Bytes behind the end of the compressed data, which zlib leaves alone. */
  #surplus(): InflateProblem | undefined {
    return this.#unzip.bytesWritten < this.#fedBytes ? new InflateProblem("surplus") : undefined;
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
