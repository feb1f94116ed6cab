import type { WidgetKind, WidgetOptions } from "@heliograph/contract";
import type { ComponentType } from "react";

export interface WidgetFormProps<Kind extends WidgetKind = WidgetKind> {
  readonly options: WidgetOptions<Kind>;
  /** Counts at once; undo takes it back. */
  readonly onChange: (options: WidgetOptions<Kind>) => void;
}

/** What the editor has to know of a kind beside its schema [DSH5]. */
export interface WidgetEditing<Kind extends WidgetKind = WidgetKind> {
  readonly Form: ComponentType<WidgetFormProps<Kind>>;
  /** A new one takes so many cells. */
  readonly size: { readonly w: number; readonly h: number };
  /** How it looks, drawn with a pen of 2 in a box of 64 × 36. */
  readonly sketch: string;
}
