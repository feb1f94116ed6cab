import type { StringBlocks } from "../format/string-blocks.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";
import type { WriteOptions } from "./channel-spec.ts";
import { OsfEncoder } from "./osf-encoder.ts";
import type { SampleValues } from "./sample-values.ts";

/** Where the bytes of a file go. Every call gets whole blocks, so a cut between two calls loses nothing before it. */
export interface OsfSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | void;
  close(): Promise<void> | void;
  /** Lets go of everything; the file is not going to be complete. Default: close. */
  abort?(): Promise<void> | void;
}

export interface WriterOptions extends WriteOptions {
  /** Blocks are gathered up to this size before they are written. 0: every call writes its blocks at once. */
  readonly bufferBytes?: number;
}

const defaultBufferBytes = 1 << 16;

/** Writes a file to a sink. Each method resolves when the sink has taken what was due. */
export class OsfWriter {
  readonly #encoder: OsfEncoder;
  readonly #sink: OsfSink;
  readonly #bufferBytes: number;

  constructor(sink: OsfSink, options: WriterOptions, resumeAt?: number) {
    this.#encoder = new OsfEncoder(options, resumeAt);
    this.#sink = sink;
    this.#bufferBytes = options.bufferBytes ?? defaultBufferBytes;
  }

  get channels(): readonly ReadableChannel[] {
    return this.#encoder.channels;
  }

  /** Samples with a time each (nanoseconds since 1970). `blocks`: how texts and bytes are stored, if not as the options say. */
  async stamped(
    channel: string | number,
    times: BigInt64Array | readonly bigint[],
    values: SampleValues,
    blocks?: StringBlocks,
  ): Promise<void> {
    this.#encoder.stamped(channel, times, values, blocks);
    await this.#writeDue();
  }

  /** Starts an equidistant segment: the first sample at `startNs`, `rateHz` samples per second. */
  async start(channel: string | number, startNs: bigint, rateHz: number, values: SampleValues): Promise<void> {
    this.#encoder.start(channel, startNs, rateHz, values);
    await this.#writeDue();
  }

  /** More samples of the running segment. */
  async continue(channel: string | number, values: SampleValues): Promise<void> {
    this.#encoder.continue(channel, values);
    await this.#writeDue();
  }

  /** Hands everything gathered so far to the sink. */
  async flush(): Promise<void> {
    if (this.#encoder.pendingBytes > 0) await this.#sink.write(this.#encoder.take());
  }

  /** Ends the file and closes the sink. */
  async close(): Promise<void> {
    this.#encoder.finish();
    await this.flush();
    await this.#sink.close();
  }

  /** Gives up: what was not handed to the sink yet is dropped. */
  async abort(): Promise<void> {
    await (this.#sink.abort ? this.#sink.abort() : this.#sink.close());
  }

  async #writeDue(): Promise<void> {
    if (this.#encoder.pendingBytes > this.#bufferBytes) await this.flush();
  }
}

/** A complete file in memory: `fill` writes the samples. */
export function encodeOsf(options: WriteOptions, fill: (encoder: OsfEncoder) => void): Uint8Array<ArrayBuffer> {
  const encoder = new OsfEncoder(options);
  fill(encoder);
  encoder.finish();
  return encoder.take();
}

/** The file as one gzip stream, which is what `.osfz` is (§11). */
export async function compressOsf(file: Uint8Array<ArrayBuffer> | Blob): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([file]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
