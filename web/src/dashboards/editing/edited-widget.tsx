import type { Place, StoredWidget } from "@heliograph/contract";
import { memo } from "react";
import { WidgetFrame, type WidgetSurroundings } from "../widget-frame.tsx";
import { placeStyle, rowHeight } from "./drag.ts";
import { edges } from "./grid.ts";
import { widgetName } from "./widget-name.ts";
import { useEditorWords } from "./words/words.ts";

interface EditedWidgetProps extends Place {
  readonly stored: StoredWidget;
  readonly isChosen: boolean;
  /** Whether it can be pulled at its edges. */
  readonly isAlone: boolean;
  readonly around: WidgetSurroundings;
  readonly helpId: string;
}

const gap = 8;

/** A widget under a cover: its own controls rest, the cover is what pointer and keys get hold of. */
export const EditedWidget = memo(function EditedWidget(props: EditedWidgetProps) {
  const { widget: name, x, y, w, h, stored, isChosen, isAlone, around, helpId } = props;
  const words = useEditorWords();
  return (
    <div
      className="edit-item"
      data-widget={name}
      data-chosen={isChosen || undefined}
      style={placeStyle({ x, y, w, h })}
    >
      <div className="edit-content" inert>
        <WidgetFrame {...{ name, stored, ...around }} height={h * rowHeight - gap} />
      </div>
      <button
        type="button"
        className="edit-cover"
        aria-pressed={isChosen}
        aria-label={`${widgetName(stored, words)}, ${words.at(x + 1, y + 1, w, h)}`}
        aria-describedby={helpId}
      />
      {isChosen &&
        isAlone &&
        edges.map((edge) => <span key={edge} className={`edit-handle edit-handle-${edge}`} data-edge={edge} />)}
    </div>
  );
});
