import { pageOf, widgetOf } from "./content.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { widgetName } from "./widget-name.ts";
import { wrongWidgets } from "./widget-problem.ts";
import { useEditorWords } from "./words/words.ts";

interface WrongNoteProps {
  /** Whether somebody wanted to save. */
  readonly isAsked: boolean;
  readonly onOpen: () => void;
}

/** Which widgets have to be corrected; each is a way there. */
export function WrongNote({ isAsked, onOpen }: WrongNoteProps) {
  const words = useEditorWords();
  const editor = useEditor();
  const { present } = useEditorState().history;
  const wrong = isAsked ? wrongWidgets(present.configuration) : [];
  if (wrong.length === 0) return null;
  return (
    <div className="note note-error" role="alert">
      <span>{words.fields.problems}</span>
      {wrong.map(({ name, pageId }) => {
        const widget = widgetOf(present, name);
        return (
          <button
            key={`${pageId} ${name}`}
            type="button"
            className="button small"
            onClick={() => {
              editor.look({ pageId });
              editor.open(name);
              onOpen();
            }}
          >
            {widget && widgetName(widget, words)} · {pageOf(present, pageId)?.title}
          </button>
        );
      })}
    </div>
  );
}
