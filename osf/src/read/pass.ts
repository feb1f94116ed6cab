import { OsfError } from "../format/errors.ts";
import { FileDecoder } from "./file-decoder.ts";
import type { FindingCode } from "./findings.ts";
import { HeaderReader, type OsfHeader } from "./header.ts";
import { type ReadOptions, readDefaults } from "./read-options.ts";
import type { ReadReport } from "./report.ts";
import type { SampleBatch } from "./samples/batch.ts";
import type { Selection } from "./selection.ts";
import { joined } from "./source/byte-gatherer.ts";
import { type Compression, compressionOf } from "./source/compression.ts";
import { type Inflate, InflateProblem, inflateWithStreams } from "./source/inflate.ts";

/** Opened bytes of a file, read up to the end of the header. */
export class OpenedSource {
  readonly header: OsfHeader;
  readonly compression: Compression;
  /** Bytes behind the header that were already read. */
  readonly rest: Uint8Array;
  readonly chunks: AsyncIterator<Uint8Array>;

  private constructor(
    header: OsfHeader,
    compression: Compression,
    rest: Uint8Array,
    chunks: AsyncIterator<Uint8Array>,
  ) {
    this.header = header;
    this.compression = compression;
    this.rest = rest;
    this.chunks = chunks;
  }

  static async open(source: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<OpenedSource> {
    const packed = await peek(source);
    const compression = compressionOf(packed.head);
    const plain = compression === "none" ? packed.all() : inflated(packed.all(), compression, options);
    const chunks = plain[Symbol.asyncIterator]();
    try {
      const { header, rest } = await readHeader(chunks, options);
      return new OpenedSource(header, compression, rest, chunks);
    } catch (error) {
      await chunks.return?.();
      throw error;
    }
  }
}

async function readHeader(chunks: AsyncIterator<Uint8Array>, options: ReadOptions) {
  const reader = new HeaderReader({ ...readDefaults, ...options });
  for (;;) {
    const { done, value } = await chunks.next().catch(refuseDamagedHeader);
    if (done) return reader.end();
    const complete = reader.push(value);
    if (complete) return complete;
  }
}

function refuseDamagedHeader(error: unknown): never {
  if (!(error instanceof InflateProblem)) throw error;
  throw new OsfError("metablock-truncated", `${error.message} before the end of the metablock`, 0);
}

interface Peeked {
  readonly head: Uint8Array;
  all(): AsyncIterable<Uint8Array>;
}

/** Looks at the first two bytes without losing them. */
async function peek(source: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < 2) {
    const { done, value } = await iterator.next();
    if (done) break;
    head = head.length === 0 && value.length >= 2 ? value : joined(head, value); // a chunk lives until the next one
  }
  return { head, all: () => resumed(head, iterator) };
}

async function* resumed(head: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Unpacked chunks; a small file that unpacks without end is stopped at the limit. */
async function* inflated(
  packed: AsyncIterable<Uint8Array>,
  kind: "gzip" | "zlib",
  options: ReadOptions,
): AsyncIterable<Uint8Array> {
  const limit = options.maxInflatedBytes ?? readDefaults.maxInflatedBytes;
  const inflate: Inflate = options.inflate ?? inflateWithStreams;
  let total = 0;
  for await (const chunk of inflate(packed, kind)) {
    total += chunk.length;
    if (total > limit) {
      throw new OsfError(
        "inflated-too-large",
        `The compressed data inflates to more than maxInflatedBytes, ${limit} bytes`,
        limit,
      );
    }
    yield chunk;
  }
}

/** One pass over a file: batches while it runs, a report when it is over. Can be iterated once. */
export class BatchStream implements AsyncIterable<SampleBatch> {
  readonly #open: () => Promise<OpenedSource>;
  readonly #selection: Selection;
  readonly #options: ReadOptions;
  #decoder: FileDecoder | undefined;
  #compression: Compression = "none";

  constructor(open: () => Promise<OpenedSource>, selection: Selection, options: ReadOptions) {
    this.#open = open;
    this.#selection = selection;
    this.#options = options;
  }

  /** What was seen so far; complete when the iteration has ended. */
  get report(): ReadReport {
    if (!this.#decoder) throw new OsfError("source-consumed", "The pass has not begun: iterate it first");
    return this.#decoder.report(this.#compression);
  }

  /** Reads to the end without looking at the samples. */
  async finish(): Promise<ReadReport> {
    for await (const _ of this);
    return this.report;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SampleBatch> {
    if (this.#decoder) throw new OsfError("source-consumed", "A pass can be iterated once; ask the file for another");
    const { header, rest, chunks, compression } = await this.#open();
    const decoder = new FileDecoder(header, this.#selection, this.#options);
    this.#decoder = decoder;
    this.#compression = compression;
    try {
      decoder.push(rest);
      yield* decoder.take();
      while (!decoder.isLost) {
        const chunk = await nextChunk(chunks, decoder);
        if (!chunk) break;
        decoder.push(chunk);
        yield* decoder.take();
      }
    } finally {
      await chunks.return?.();
    }
    decoder.finish(this.#isCut(decoder));
    yield* decoder.take();
  }

  #isCut(decoder: FileDecoder): boolean {
    return decoder.findings.list().some(({ code }) => code === "compressed-truncated" || code === "compressed-damaged");
  }
}

const inflateFindings = {
  truncated: "compressed-truncated",
  damaged: "compressed-damaged",
  surplus: "compressed-surplus",
} as const satisfies Record<InflateProblem["reason"], FindingCode>;

/** The next chunk, or undefined at the end; cut or damaged compression is an end with a finding. */
async function nextChunk(chunks: AsyncIterator<Uint8Array>, decoder: FileDecoder): Promise<Uint8Array | undefined> {
  try {
    const { done, value } = await chunks.next();
    return done ? undefined : value;
  } catch (error) {
    if (!(error instanceof InflateProblem)) throw error;
    decoder.findings.add(inflateFindings[error.reason], decoder.position);
    return undefined;
  }
}
