/** Something odd about first line or metablock that reading goes on from; each becomes a finding of the pass. */
export interface HeaderNote {
  readonly code: "line-end" | "metablock-encoding" | "metablock-text" | "duplicate-name" | "info-incomplete";
  readonly position: number;
  readonly channel?: number;
  readonly detail?: string;
}
