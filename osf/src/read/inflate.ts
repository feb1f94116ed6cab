/** Unpacks gzip or zlib data. Delivers all that can be unpacked, then throws InflateProblem if that was not all. */
export type Inflate = (chunks: AsyncIterable<Uint8Array>, kind: "gzip" | "zlib") => AsyncIterable<Uint8Array>;

/** Compressed data that ends too early or is damaged. */
export class InflateProblem extends Error {
  override readonly name = "InflateProblem";
  readonly reason: "truncated" | "damaged";

  constructor(reason: "truncated" | "damaged", cause: unknown) {
    super(`The compressed data is ${reason === "truncated" ? "cut off" : "damaged"}`, { cause });
    this.reason = reason;
  }
}

/**
 * Inflate with the platform's DecompressionStream, which browsers have. It drops what nobody has read yet when it
 * fails, and it reports cut data as a failure at the end. So the end is only announced once everything before it
 * was read (§11: deliver what inflates). It knows one gzip member only; data behind it counts as damage.
 */
export const inflateWithStreams: Inflate = async function* (chunks, kind) {
  const stream = new DecompressionStream(kind === "gzip" ? "gzip" : "deflate");
  const reader = stream.readable.getReader();
  const feeder = new Feeder(stream.writable.getWriter(), chunks);
  const feeding = feeder.run();
  try {
    for (;;) {
      feeder.isReaderWaiting = true;
      const { done, value } = await reader.read();
      feeder.isReaderWaiting = false;
      if (done) break;
      yield value;
    }
  } catch (error) {
    throw feeder.sourceFailure ?? new InflateProblem(feeder.isAtEnd ? "truncated" : "damaged", error);
  } finally {
    feeder.stop();
    await reader.cancel().catch(() => undefined);
    await feeding;
  }
  if (feeder.sourceFailure) throw feeder.sourceFailure;
};

/** Writes the source into the stream, one chunk at a time. */
class Feeder {
  isReaderWaiting = false;
  isAtEnd = false;
  /** The source itself failed: not a matter of compression. */
  sourceFailure: unknown;
  readonly #writer: WritableStreamDefaultWriter<BufferSource>;
  readonly #chunks: AsyncIterable<Uint8Array>;
  #isStopped = false;

  constructor(writer: WritableStreamDefaultWriter<BufferSource>, chunks: AsyncIterable<Uint8Array>) {
    this.#writer = writer;
    this.#chunks = chunks;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Never rejects: failures of the stream reach the reader, those of the source are kept. */
  async run(): Promise<void> {
    const iterator = this.#chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await iterator.next().catch((error: unknown) => this.#fail(error));
        if (!next || next.done || this.#isStopped) break;
        await this.#writer.write(next.value as Uint8Array<ArrayBuffer>);
      }
      await this.#untilRead();
      this.isAtEnd = true;
      await this.#writer.close();
    } catch {
      // The stream failed; the reader learns it from its own side.
    } finally {
      await iterator.return?.();
    }
  }

  #fail(error: unknown): undefined {
    this.sourceFailure = error;
  }

  /** Two quiet turns with the reader waiting: all that was written has come out. */
  async #untilRead(): Promise<void> {
    for (let quiet = 0; quiet < 2 && !this.#isStopped; ) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      quiet = this.isReaderWaiting ? quiet + 1 : 0;
    }
  }
}
