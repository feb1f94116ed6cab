import { knownWidget, type Place, type StoredWidget } from "@heliograph/contract";
import { memo, useMemo } from "react";
import { WidgetFrame, type WidgetSurroundings } from "../widget-frame.tsx";
import { lackOf } from "../widgets/lacking.ts";
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
  const isUnset = useMemo(() => {
    const known = knownWidget(stored);
    return known !== undefined && lackOf(known) !== undefined;
  }, [stored]);
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
      {isUnset && (
        <button type="button" className="button edit-set" data-settings>
          {words.settings}
        </button>
      )}
      {isChosen &&
        isAlone &&
        edges.map((edge) => <span key={edge} className={`edit-handle edit-handle-${edge}`} data-edge={edge} />)}
    </div>
  );
});
