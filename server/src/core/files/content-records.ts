import type { EpochMs } from "../../kernel/time.ts";

export interface ReleasedContent {
  /** Counts up; a content that is released twice has two. */
  readonly id: number;
  readonly sha256: string;
}

/**
 * What the entity database says of contents that files do not refer to [RUN10]. Released ones are written down in the
 * transaction that took them from their file: they may go. Strays were found without any word of them: on doubt they stay.
 */
export interface ContentRecords {
  newestRelease(): Promise<number>;
  /** In order, those with `after < id <= upTo`. */
  released(after: number, upTo: number, limit: number): Promise<readonly ReleasedContent[]>;
  strikeReleased(ids: readonly number[]): Promise<void>;
  amongReleased(hashes: readonly string[]): Promise<ReadonlySet<string>>;

  /** Returns those that were not known as strays. */
  addStrays(hashes: readonly string[], foundTime: EpochMs): Promise<readonly string[]>;
  /** In order of their hashes, those after `after`. */
  strays(foundBefore: EpochMs, after: string, limit: number): Promise<readonly string[]>;
  strikeStrays(hashes: readonly string[]): Promise<void>;
}
