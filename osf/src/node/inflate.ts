import { createGunzip, createInflate, type Gunzip, type Inflate as ZlibInflate } from "node:zlib";
import { type Inflate, InflateProblem } from "../read/inflate.ts";

/** Input is fed in pieces of this size: when one is damaged, all output of the pieces before it is safe. */
const inputBytes = 1 << 16;
/** Output arrives in pieces of this size; larger ones save trips between threads. */
const outputBytes = 1 << 18;

/**
 * Inflate with node:zlib: several gzip members are read as one, and the work is done in another thread while the
 * samples of the piece before are decoded. Cut data is delivered to its end, then reported (§11).
 */
export const inflateWithZlib: Inflate = async function* (chunks, kind) {
  const settings = { chunkSize: outputBytes, readableHighWaterMark: outputBytes * 4 };
  const unpacking = new Unpacking(kind === "gzip" ? createGunzip(settings) : createInflate(settings));
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += inputBytes) {
        yield* unpacking.write(chunk.subarray(at, at + inputBytes));
        if (unpacking.failure) throw new InflateProblem("damaged", unpacking.failure);
      }
    }
    yield* unpacking.end();
    const { failure } = unpacking;
    if (failure) throw new InflateProblem(isUnexpectedEnd(failure) ? "truncated" : "damaged", failure);
  } finally {
    unpacking.stop();
  }
};

const isUnexpectedEnd = (error: Error): boolean => "code" in error && error.code === "Z_BUF_ERROR";

/** A zlib stream that is fed step by step; each step yields all output it causes. */
class Unpacking {
  failure: Error | undefined;
  readonly #unzip: Gunzip | ZlibInflate;
  #wake: () => void = () => undefined;

  constructor(unzip: Gunzip | ZlibInflate) {
    this.#unzip = unzip;
    unzip.on("readable", () => this.#wake());
    unzip.on("error", (error) => {
      this.failure = error;
      this.#wake();
    });
  }

  write(piece: Uint8Array): AsyncIterable<Uint8Array> {
    return this.#step((done) => this.#unzip.write(piece, done));
  }

  end(): AsyncIterable<Uint8Array> {
    return this.#step((done) => this.#unzip.once("end", done).end());
  }

  stop(): void {
    this.#unzip.destroy();
  }

  async *#step(begin: (done: () => void) => void): AsyncIterable<Uint8Array> {
    let isDone = false;
    begin(() => {
      isDone = true;
      this.#wake();
    });
    for (;;) {
      const piece: Uint8Array | null = this.#unzip.read();
      if (piece) yield piece;
      else if (isDone || this.failure) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
