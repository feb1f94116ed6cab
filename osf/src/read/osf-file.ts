import type { Channel } from "../format/channel.ts";
import { OsfError } from "../format/errors.ts";
import type { OsfHeader } from "./header.ts";
import { BatchStream, OpenedSource } from "./pass.ts";
import type { ReadOptions } from "./read-options.ts";
import type { ReadReport } from "./report.ts";
import { type Series, SeriesGatherer } from "./samples/series.ts";
import type { Selection } from "./selection.ts";
import { type Chunks, chunksOf, type OsfSource } from "./source/source.ts";

/**
 * Opens a measurement file, plain or compressed, and reads its header. Throws OsfError when the file has to be
 * refused; everything else that is wrong with it becomes a finding in the report of a pass.
 */
export async function openOsf(source: OsfSource, options: ReadOptions = {}): Promise<OsfFile> {
  const chunks = chunksOf(source);
  return new OsfFile(chunks, await OpenedSource.open(chunks.open(), options), options);
}

/** An opened file. Every pass reads the blocks from the beginning; a plain stream allows one pass. */
export class OsfFile {
  readonly header: OsfHeader;
  readonly #chunks: Chunks;
  readonly #options: ReadOptions;
  /** The source as the header left it: the first pass goes on from there. */
  #opened: OpenedSource | undefined;

  constructor(chunks: Chunks, opened: OpenedSource, options: ReadOptions) {
    this.#chunks = chunks;
    this.#options = options;
    this.#opened = opened;
    this.header = opened.header;
  }

  /** In the order of the metablock. */
  get channels(): readonly Channel[] {
    return this.header.channels;
  }

  /** The channel with this name (the first of several) or index. */
  findChannel(key: string | number): Channel | undefined {
    return this.channels.find(({ name, index }) => name === key || index === key);
  }

  /** Starts a pass: the selected samples in batches, each of one channel, and a report at the end. */
  batches(selection: Selection = {}): BatchStream {
    return new BatchStream(() => this.#open(), selection, this.#options);
  }

  /** All samples of one channel, or those of a time window, in two arrays. */
  async read(channel: string | number, window: Omit<Selection, "channels"> = {}): Promise<Series> {
    const found = this.findChannel(channel);
    if (!found) throw new OsfError("unknown-channel", `The file has no channel ${JSON.stringify(channel)}`);
    const gatherer = new SeriesGatherer(found);
    for await (const batch of this.batches({ ...window, channels: [found.index] })) gatherer.add(batch);
    return gatherer.finish();
  }

  /** Reads the whole file and reports counts, times and findings. */
  async scan(): Promise<ReadReport> {
    return this.batches().finish();
  }

  /** Lets go of a source that is not going to be read. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.chunks.return?.();
  }

  async #open(): Promise<OpenedSource> {
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened) return opened;
    if (this.#chunks.isReplayable) return OpenedSource.open(this.#chunks.open(), this.#options);
    throw new OsfError("source-consumed", "The stream was read already; a file, a Blob or bytes can be read again");
  }
}
