import { useEffect } from "react";
import { shortcutOf } from "./keys.ts";
import { isWriting } from "./use-clip.ts";
import { useEditor } from "./use-editor.ts";

/** Keys that work wherever one is in the editor; while one writes, only to save. */
export function useShortcuts(save: () => void): void {
  const editor = useEditor();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut || (shortcut !== "save" && isWriting(event.target))) return;
      event.preventDefault();
      if (shortcut === "save") save();
      else if (shortcut === "all") editor.selectAll();
      else editor[shortcut]();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [editor, save]);
}
