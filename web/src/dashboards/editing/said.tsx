import type { Place } from "@heliograph/contract";
import { layoutOf, widgetOf } from "./content.ts";
import type { EditorState } from "./editor.ts";
import { useEditorState } from "./use-editor.ts";
import { widgetName } from "./widget-name.ts";
import { type EditorWords, useEditorWords } from "./words/words.ts";

/** What was just done, for those who do not see it. */
export function SaidAloud() {
  const words = useEditorWords();
  const state = useEditorState();
  return (
    <p className="off-screen" role="status" aria-live="polite">
      {saidText(state, words)}
    </p>
  );
}

function saidText(state: EditorState, words: EditorWords): string {
  const { said } = state;
  const w = words.said;
  switch (said?.kind) {
    case undefined:
      return "";
    case "moved":
    case "resized":
    case "added":
      return w[said.kind](namesText(state, said.names, words), placeText(state, said.names, words));
    case "removed":
    case "copied":
    case "pasted":
      return w[said.kind](said.count);
    case "undone":
      return said.step ? w.undone(words.steps[said.step]) : w.nothingToUndo;
    case "redone":
      return said.step ? w.redone(words.steps[said.step]) : w.nothingToRedo;
    case "nothingToPaste":
      return w.nothingToPaste;
  }
}

function namesText({ history }: EditorState, [name = "", ...others]: readonly string[], words: EditorWords): string {
  const widget = widgetOf(history.present, name);
  return widget && others.length === 0 ? widgetName(widget, words) : words.said.several(others.length + 1);
}

function placeText({ history, look }: EditorState, [name = ""]: readonly string[], { at }: EditorWords): string {
  const place: Place | undefined = layoutOf(history.present, look).find(({ widget }) => widget === name);
  return place ? at(place.x + 1, place.y + 1, place.w, place.h) : "";
}
