import type { EpochMs } from "../../kernel/time.ts";
import type { StoredBytes } from "./blob-store.ts";

/** What is known about a channel of a measurement file [FILE7]. Times are milliseconds, with fractions. */
export interface ChannelFacts {
  readonly index: number;
  readonly name: string;
  readonly displayName: string;
  readonly unit: string;
  readonly datatype: string;
  /** Values per sample. */
  readonly width: number;
  readonly sampleCount: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** What reading a whole content brought; `error` when it is damaged, and then the rest is what came before. */
export interface ContentSummary {
  readonly error: string | null;
  readonly startTime: EpochMs | null;
  readonly endTime: EpochMs | null;
  readonly channelCount: number | null;
  readonly sampleCount: number | null;
}

export interface TimeWindow {
  /** Milliseconds, included; undefined is the beginning. */
  readonly from: number | undefined;
  /** Milliseconds, not included; undefined is the end. */
  readonly to: number | undefined;
}

/** Columns of buckets, in the order of time. */
export interface PreviewColumns {
  readonly bucketWidth: number;
  readonly startTime: readonly number[];
  readonly count: readonly number[];
  readonly gapBefore: readonly boolean[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
  readonly first: readonly (number | null)[];
  readonly last: readonly (number | null)[];
}

/** Samples of one channel; `hasMore` when the limit cut them off. */
export interface SampleColumns {
  readonly time: readonly number[];
  readonly value: readonly unknown[];
  readonly hasMore: boolean;
}

export interface KeyedNumber {
  readonly key: string;
  readonly ts: number;
  readonly value: number;
}

/**
 * Reads contents of measurement files, off the way of everything else. A content that makes the reader fail, hang or
 * run out of memory fails by itself; the next one is read. Nothing is taken from a content that is not what was stored:
 * `blobDamaged` [REL5].
 */
export interface ContentReader {
  /** Reads all of it and keeps channels and preview beside it; replaces what was kept before. `busy`: not now. */
  index(content: StoredBytes): Promise<ContentSummary>;
  /** As kept by `index`; undefined before, and when there was nothing readable. */
  channels(sha256: string): Promise<readonly ChannelFacts[] | undefined>;
  preview(
    sha256: string,
    line: { readonly channel: number; readonly component: number },
    window: TimeWindow,
    maxBuckets: number,
  ): Promise<PreviewColumns | undefined>;
  samples(content: StoredBytes, channel: number, window: TimeWindow, limit: number): Promise<SampleColumns>;
  /** CSV of all or some channels, as it is read. */
  exportCsv(
    content: StoredBytes,
    channels: readonly number[] | undefined,
    window: TimeWindow,
    escaping: "formulas" | "none",
  ): AsyncIterable<string>;
  /** Every number of every scalar channel, in portions. */
  numbers(content: StoredBytes): AsyncIterable<readonly KeyedNumber[]>;
  close(): Promise<void>;
}
