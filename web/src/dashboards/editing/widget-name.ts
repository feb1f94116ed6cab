import { findWidgetKind, type StoredWidget } from "@heliograph/contract";
import type { EditorWords } from "./words/words.ts";

export const kindName = ({ kind }: Pick<StoredWidget, "kind">, words: EditorWords): string => {
  const known = findWidgetKind(kind);
  return known ? words.kinds[known.kind] : words.unknownKind;
};

/** What a widget is called in words: its title and what it is. */
export const widgetName = (widget: StoredWidget, words: EditorWords): string =>
  widget.title ? `${widget.title} (${kindName(widget, words)})` : `${kindName(widget, words)} ${words.untitled}`;
