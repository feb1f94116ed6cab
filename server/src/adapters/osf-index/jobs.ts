/** Where a content lies and what it has to be: the CRC-32 of each of its pieces [REL5]. */
export interface CheckedContent {
  readonly path: string;
  readonly size: number;
  readonly crcs: Uint32Array;
  readonly pieceBytes: number;
}

/** The content is not what was stored. */
export const damagedCode = "CONTENT_DAMAGED";

/** What a node asks of a process that reads measurement files. */
export type OsfJob =
  | {
      readonly kind: "index";
      readonly content: CheckedContent;
      readonly channelsPath: string;
      readonly previewPath: string;
      readonly maxInflatedBytes: number;
    }
  | {
      readonly kind: "samples";
      readonly content: CheckedContent;
      readonly channel: number;
      readonly window: NsWindow;
      readonly limit: number;
    }
  | {
      readonly kind: "export";
      readonly content: CheckedContent;
      readonly channels: readonly number[] | undefined;
      readonly window: NsWindow;
      readonly escape: "formulas" | "none";
    }
  | { readonly kind: "numbers"; readonly content: CheckedContent };

export interface NsWindow {
  readonly from?: bigint;
  readonly to?: bigint;
}

/** A job yields portions, each when the last one was taken, and ends with a result. */
export type JobMessage =
  | { readonly kind: "portion"; readonly value: unknown }
  | { readonly kind: "result"; readonly value: unknown }
  /** `code` is the system's or `damagedCode`, where the fault is not the file's. */
  | { readonly kind: "failed"; readonly message: string; readonly code: string | undefined };

export const isNoSpace = (code: string | undefined): boolean => code === "ENOSPC" || code === "EDQUOT";

const nsPerMs = 1_000_000n;

/** Milliseconds with fractions: a double holds a quarter of a microsecond in our times. */
export const msOf = (ns: bigint): number => Number(ns / nsPerMs) + Number(ns % nsPerMs) / Number(nsPerMs);

export const nsOf = (ms: number): bigint =>
  BigInt(Math.floor(ms)) * nsPerMs + BigInt(Math.round((ms - Math.floor(ms)) * Number(nsPerMs)));
