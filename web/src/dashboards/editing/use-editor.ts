import { createContext, use } from "react";
import { useStore } from "../../state/store.ts";
import type { Editor, EditorState } from "./editor.ts";

const EditorContext = createContext<Editor | undefined>(undefined);
export const EditorProvider = EditorContext;

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("a part of the editor was drawn without a dashboard");
  return editor;
}

export const useEditorState = (): EditorState => useStore(useEditor().state);
