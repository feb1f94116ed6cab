import type { ReportPaper } from "@heliograph/contract";

/** A page of this node, and how it is to look. */
export interface PrintedPage {
  /** With the secret that opens it behind a #. */
  readonly path: string;
  readonly paper: ReportPaper;
  readonly timeZone: string;
  readonly language: "en" | "de";
}

/** Makes PDF of pages that this node serves. */
export interface PagePrinter {
  /** Refuses where nothing is installed that could. */
  requireBrowser(): Promise<unknown>;
  /** As it comes, asked for when its turn has come; ended by the signal, or by taking no more. */
  print(page: () => Promise<PrintedPage>, wanted: AbortSignal): AsyncIterable<Uint8Array>;
}
