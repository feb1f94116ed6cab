import type { Inflate } from "./source/inflate.ts";

/** How a file is read; every field has a default that suits. */
export interface ReadOptions {
  /** Refuse what is tolerated by default where the specification says "reject": removed datatypes, old start blocks. */
  readonly strict?: boolean;
  /** Read the complete samples of a cut last block; `"force"` even where its checksum is missing. Default false. */
  readonly salvage?: boolean | "force";
  /** Search for the next block where framing is lost, instead of stopping there. Default false. */
  readonly resync?: boolean;
  /** Drop the zero byte at the end of OSF5 strings written before 2026-05-24. Default false. */
  readonly dropOsf5Terminator?: boolean;
  /** Samples a batch has at most. Default 65 536. */
  readonly maxBatchSamples?: number;
  /** Larger blocks are skipped and reported. Default 256 MiB. */
  readonly maxBlockBytes?: number;
  /** Larger metablocks are refused. Default 16 MiB. */
  readonly maxMetablockBytes?: number;
  /** Metablocks with more elements and attributes (XML) or values (JSON) are refused. Default 1 000 000. */
  readonly maxMetablockEntries?: number;
  /** What compressed data may inflate to in all; beyond, the file is refused. Default 16 GiB. */
  readonly maxInflatedBytes?: number;
  /** Memory for samples that wait to fill a batch. Default 32 MiB. */
  readonly maxHeldBytes?: number;
  /** How compressed data is unpacked. The Node entry brings node:zlib, the default is DecompressionStream. */
  readonly inflate?: Inflate;
}

const mebibyte = 1 << 20;

export const readDefaults = {
  strict: false,
  salvage: false,
  resync: false,
  dropOsf5Terminator: false,
  maxBatchSamples: 65_536,
  maxBlockBytes: 256 * mebibyte,
  maxMetablockBytes: 16 * mebibyte,
  maxMetablockEntries: 1_000_000,
  maxInflatedBytes: 16_384 * mebibyte,
  maxHeldBytes: 32 * mebibyte,
} as const satisfies ReadOptions;
