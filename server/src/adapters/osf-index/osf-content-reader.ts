import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJsonText } from "@heliograph/contract/json-text";
import { openPreview, type PreviewWindow } from "@heliograph/osf/preview"; // alone: the rest is loaded by readers only
import {
  type ChannelFacts,
  type ContentReader,
  type ContentSummary,
  type KeyedNumber,
  type PreviewColumns,
  type SampleColumns,
  type StoredBytes,
  storageFull,
  type TimeWindow,
} from "../../core/files/index.ts";
import { type CheckedContent, isNoSpace, msOf, type NsWindow, nsOf, type OsfJob } from "./jobs.ts";
import { ReaderPool } from "./reader-pool.ts";
import { type ReaderLimits, ReaderProcess } from "./reader-process.ts";

type Derived = "channels" | "preview";

/** Where a content and what was found in it lie. */
export interface ContentPaths {
  /** Fails when it is missing or has another size than was stored. */
  checkedContentOf(content: StoredBytes): Promise<CheckedContent>;
  /** Nobody reads it by that path any more. */
  letGo?(sha256: string): void;
  derivedOf(sha256: string, kind: Derived): string;
  /** Where these files are copies: what was found goes to where it lasts, and comes from there. */
  keepDerived?(sha256: string): Promise<void>;
  fetchDerived?(sha256: string, kind: Derived): Promise<void>;
}

/** Measurement files in processes: one for indexing, which is replaced when a file kills it, some for readers. */
export class OsfContentReader implements ContentReader {
  readonly #paths: ContentPaths;
  readonly #limits: ReaderLimits;
  readonly #onFailure: (content: StoredBytes, error: unknown) => void;
  #indexer: ReaderProcess | undefined;
  readonly #readers: ReaderPool;

  /** `onFailure` is told whose reading failed, damaged or not. */
  constructor(
    paths: ContentPaths,
    limits: ReaderLimits,
    onFailure: (content: StoredBytes, error: unknown) => void = () => undefined,
  ) {
    this.#paths = paths;
    this.#limits = limits;
    this.#readers = new ReaderPool(limits);
    this.#onFailure = onFailure;
  }

  async index(stored: StoredBytes): Promise<ContentSummary> {
    const { sha256 } = stored;
    if (!this.#indexer?.isAlive) this.#indexer = new ReaderProcess(this.#limits);
    const channelsPath = this.#paths.derivedOf(sha256, "channels");
    const previewPath = this.#paths.derivedOf(sha256, "preview");
    await makeFolder(dirname(channelsPath));
    const indexer = this.#indexer;
    try {
      return await this.#withContent(stored, async (content) => {
        const maxInflatedBytes = this.#mayInflateTo(stored.size);
        const job = { kind: "index", content, channelsPath, previewPath, maxInflatedBytes } as const;
        const summary = (await resultOf(indexer.run(job))) as ContentSummary;
        await this.#paths.keepDerived?.(sha256);
        return summary;
      });
    } catch (error) {
      this.#onFailure(stored, error);
      throw error;
    }
  }

  async #withContent<T>(stored: StoredBytes, read: (content: CheckedContent) => Promise<T>): Promise<T> {
    const content = await this.#paths.checkedContentOf(stored);
    try {
      return await read(content);
    } finally {
      this.#paths.letGo?.(stored.sha256);
    }
  }

  async channels(sha256: string): Promise<readonly ChannelFacts[] | undefined> {
    const text = await this.#derived(sha256, "channels", (path) => readFile(path, "utf8"));
    return text === undefined ? undefined : (parseJsonText(text) as ChannelFacts[]);
  }

  async preview(
    sha256: string,
    line: { readonly channel: number; readonly component: number },
    window: TimeWindow,
    maxBuckets: number,
  ): Promise<PreviewColumns | undefined> {
    const file = await this.#derived(sha256, "preview", (path) => open(path));
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

  async samples(stored: StoredBytes, channel: number, window: TimeWindow, limit: number): Promise<SampleColumns> {
    const job = { kind: "samples", channel, window: nsWindowOf(window), limit } as const;
    return (await resultOf(this.#read(stored, (content) => ({ ...job, content })))) as SampleColumns;
  }

  exportCsv(
    stored: StoredBytes,
    channels: readonly number[] | undefined,
    window: TimeWindow,
    escaping: "formulas" | "none",
  ): AsyncIterable<string> {
    const job = { kind: "export", channels, window: nsWindowOf(window), escape: escaping } as const;
    return this.#read(stored, (content) => ({ ...job, content })) as AsyncIterable<string>;
  }

  numbers(stored: StoredBytes): AsyncIterable<readonly KeyedNumber[]> {
    return this.#read(stored, (content) => ({ kind: "numbers", content })) as AsyncIterable<readonly KeyedNumber[]>;
  }

  async close(): Promise<void> {
    await Promise.all([this.#indexer?.close(), this.#readers.close()]);
  }

  async #derived<T>(sha256: string, kind: Derived, read: (path: string) => Promise<T>): Promise<T | undefined> {
    const path = this.#paths.derivedOf(sha256, kind);
    const found = await ifThere(read(path));
    if (found !== undefined || !this.#paths.fetchDerived) return found;
    await this.#paths.fetchDerived(sha256, kind);
    return ifThere(read(path));
  }

  /** A few megabytes that become gigabytes are no measurement, and would keep the indexer from everybody else [QTA1]. */
  #mayInflateTo(size: number): number {
    return Math.max(this.#limits.inflatedBytes, size * this.#limits.expansion);
  }

  async *#read(stored: StoredBytes, jobOn: (content: CheckedContent) => OsfJob): AsyncGenerator<unknown, unknown> {
    const reader = this.#readers.take();
    let isHad = false;
    try {
      const content = await this.#paths.checkedContentOf(stored);
      isHad = true;
      return yield* reader.run(jobOn(content));
    } catch (error) {
      this.#onFailure(stored, error);
      throw error;
    } finally {
      await this.#readers.giveBack(reader);
      if (isHad) this.#paths.letGo?.(stored.sha256);
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
