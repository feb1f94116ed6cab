/** What the main thread asks of a worker that reads measurement files. */
export type OsfJob =
  | {
      readonly kind: "index";
      readonly path: string;
      readonly channelsPath: string;
      readonly previewPath: string;
      readonly maxInflatedBytes: number;
    }
  | {
      readonly kind: "samples";
      readonly path: string;
      readonly channel: number;
      readonly window: NsWindow;
      readonly limit: number;
    }
  | {
      readonly kind: "export";
      readonly path: string;
      readonly channels: readonly number[] | undefined;
      readonly window: NsWindow;
      readonly escape: "formulas" | "none";
    }
  | { readonly kind: "numbers"; readonly path: string };

export interface NsWindow {
  readonly from?: bigint;
  readonly to?: bigint;
}

/** A job yields portions, each when the last one was taken, and ends with a result. */
export type JobMessage =
  | { readonly kind: "portion"; readonly value: unknown }
  | { readonly kind: "result"; readonly value: unknown }
  /** `code` is the system's, where the fault is not the file's. */
  | { readonly kind: "failed"; readonly message: string; readonly code: string | undefined };

export const isNoSpace = (code: string | undefined): boolean => code === "ENOSPC" || code === "EDQUOT";

const nsPerMs = 1_000_000n;

/** Milliseconds with fractions: a double holds a quarter of a microsecond in our times. */
export const msOf = (ns: bigint): number => Number(ns / nsPerMs) + Number(ns % nsPerMs) / Number(nsPerMs);

export const nsOf = (ms: number): bigint =>
  BigInt(Math.floor(ms)) * nsPerMs + BigInt(Math.round((ms - Math.floor(ms)) * Number(nsPerMs)));
