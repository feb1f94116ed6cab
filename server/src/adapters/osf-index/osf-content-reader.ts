import { mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { openPreview, type PreviewWindow } from "@heliograph/osf/preview"; // alone: the rest is loaded in workers only
import {
  type ChannelFacts,
  type ContentReader,
  type ContentSummary,
  type KeyedNumber,
  type PreviewColumns,
  type SampleColumns,
  storageFull,
  type TimeWindow,
} from "../../core/files/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { isNoSpace, msOf, type NsWindow, nsOf, type OsfJob } from "./jobs.ts";
import { OsfWorker, type ReaderLimits } from "./osf-worker.ts";

/** Where a content and what was found in it lie. */
export interface ContentPaths {
  contentOf(sha256: string): string;
  derivedOf(sha256: string, kind: "channels" | "preview"): string;
}

/** Reads at the same time; each has a thread of its own. */
const readersAtMost = 4;
const retryAfterMs = 1_000;

const readersBusy = () =>
  new AppError("FILE_READERS_BUSY", "busy", "Too many files are being read; try again shortly", { retryAfterMs });

/** Measurement files in worker threads: one for indexing, which is replaced when a file kills it, some for readers. */
export class OsfContentReader implements ContentReader {
  readonly #paths: ContentPaths;
  readonly #limits: ReaderLimits;
  #indexer: OsfWorker | undefined;
  readonly #readers = new Set<OsfWorker>();

  constructor(paths: ContentPaths, limits: ReaderLimits) {
    this.#paths = paths;
    this.#limits = limits;
  }

  async index(sha256: string): Promise<ContentSummary> {
    if (!this.#indexer?.isAlive) this.#indexer = new OsfWorker(this.#limits);
    const channelsPath = this.#paths.derivedOf(sha256, "channels");
    const previewPath = this.#paths.derivedOf(sha256, "preview");
    await makeFolder(dirname(channelsPath));
    const path = this.#paths.contentOf(sha256);
    const maxInflatedBytes = await this.#mayInflateTo(path);
    const job = { kind: "index", path, channelsPath, previewPath, maxInflatedBytes } as const;
    return (await resultOf(this.#indexer.run(job))) as ContentSummary;
  }

  async channels(sha256: string): Promise<readonly ChannelFacts[] | undefined> {
    const text = await ifThere(readFile(this.#paths.derivedOf(sha256, "channels"), "utf8"));
    return text === undefined ? undefined : (JSON.parse(text) as ChannelFacts[]);
  }

  async preview(
    sha256: string,
    line: { readonly channel: number; readonly component: number },
    window: TimeWindow,
    maxBuckets: number,
  ): Promise<PreviewColumns | undefined> {
    const file = await ifThere(open(this.#paths.derivedOf(sha256, "preview")));
    if (!file) return undefined;
    try {
      const preview = await openPreview(async (offset, length) => {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, offset);
        return bytes.subarray(0, bytesRead);
      });
      const series = preview.findSeries(line.channel, line.component);
      if (!series) return undefined;
      const { from = series.firstNs, to = series.lastNs + 1n } = nsWindowOf(window);
      return columnsOf(await preview.window(series, from, to, maxBuckets));
    } finally {
      await file.close();
    }
  }

  async samples(sha256: string, channel: number, window: TimeWindow, limit: number): Promise<SampleColumns> {
    const path = this.#paths.contentOf(sha256);
    const job = { kind: "samples", path, channel, window: nsWindowOf(window), limit } as const;
    return (await resultOf(this.#read(job))) as SampleColumns;
  }

  exportCsv(
    sha256: string,
    channels: readonly number[] | undefined,
    window: TimeWindow,
    escaping: "formulas" | "none",
  ): AsyncIterable<string> {
    const path = this.#paths.contentOf(sha256);
    return this.#read({
      kind: "export",
      path,
      channels,
      window: nsWindowOf(window),
      escape: escaping,
    }) as AsyncIterable<string>;
  }

  numbers(sha256: string): AsyncIterable<readonly KeyedNumber[]> {
    const job = { kind: "numbers", path: this.#paths.contentOf(sha256) } as const;
    return this.#read(job) as AsyncIterable<readonly KeyedNumber[]>;
  }

  async close(): Promise<void> {
    await Promise.all([this.#indexer, ...this.#readers].map((worker) => worker?.close()));
  }

  /** A few megabytes that become gigabytes are no measurement, and would keep the indexer from everybody else [QTA1]. */
  async #mayInflateTo(path: string): Promise<number> {
    const file = await ifThere(stat(path));
    return Math.max(this.#limits.inflatedBytes, (file?.size ?? 0) * this.#limits.expansion);
  }

  async *#read(job: OsfJob): AsyncGenerator<unknown, unknown> {
    if (this.#readers.size >= readersAtMost) throw readersBusy();
    const worker = new OsfWorker(this.#limits);
    this.#readers.add(worker);
    try {
      return yield* worker.run(job);
    } finally {
      this.#readers.delete(worker);
      await worker.close();
    }
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    throw isNoSpace(code) ? storageFull(error) : error;
  }
}

async function resultOf(portions: AsyncGenerator<unknown, unknown>): Promise<unknown> {
  for (;;) {
    const step = await portions.next();
    if (step.done) return step.value;
  }
}

const nsWindowOf = ({ from, to }: TimeWindow): NsWindow => ({
  ...(from !== undefined && { from: nsOf(from) }),
  ...(to !== undefined && { to: nsOf(to) }),
});

const numbersOf = (values: Float64Array): (number | null)[] =>
  Array.from(values, (value) => (Number.isFinite(value) ? value : null));

const columnsOf = (window: PreviewWindow): PreviewColumns => ({
  bucketWidth: window.widthNs / 1e6,
  startTime: Array.from(window.startNs, msOf),
  count: Array.from(window.counts),
  gapBefore: Array.from(window.gaps, (gap) => gap === 1),
  min: numbersOf(window.min),
  max: numbersOf(window.max),
  first: numbersOf(window.first),
  last: numbersOf(window.last),
});

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
