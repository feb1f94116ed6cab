import type { Trailer } from "../format/trailer.ts";
import type { Finding, FindingCode } from "./findings.ts";
import type { Compression } from "./source/compression.ts";

/** What one pass saw of a channel. */
export interface ChannelReport {
  readonly index: number;
  /** Complete blocks of the channel, skipped ones included. */
  readonly blocks: number;
  /** Samples handed out; a selection by time counts. */
  readonly samples: number;
  /** Start blocks. */
  readonly segments: number;
  /** Times of the first and last sample handed out, in stream order. */
  readonly firstNs: bigint | undefined;
  readonly lastNs: bigint | undefined;
}

/** What one pass over a file saw. Complete once the pass ended. */
export interface ReadReport {
  /** Uncompressed bytes read. */
  readonly bytes: number;
  readonly compression: Compression;
  /** Complete blocks of declared channels, skipped ones included; zero-length, info and signature blocks are not counted. */
  readonly blocks: number;
  readonly samples: number;
  /** The file ends inside a block, or its compressed data is cut off. */
  readonly truncated: boolean;
  /** Where the cut block starts. */
  readonly truncatedAt: number | undefined;
  /** End of the last complete block: where a writer may go on. */
  readonly dataEnd: number;
  /** Blocks that gave no samples, by reason. */
  readonly skipped: ReadonlyMap<FindingCode, number>;
  readonly findings: readonly Finding[];
  readonly trailer: Trailer | undefined;
  /** In the order of the metablock. */
  readonly channels: readonly ChannelReport[];
}
