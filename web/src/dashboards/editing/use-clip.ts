import { useEffect } from "react";
import type { Editor } from "./editor.ts";
import { useEditor } from "./use-editor.ts";

/** Where buttons put it: a browser gives its own clipboard to keys alone, and to nobody without HTTPS. */
const storageKey = "heliograph.dashboard-clip";

/** While one writes, keys are for the text. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], dialog") !== null;

/** Copy, cut and paste, in this dashboard and into another one [DSH5]. */
export function useClip() {
  const editor = useEditor();
  return {
    copy: () => keep(editor.copy()),
    paste: () => editor.paste(localStorage.getItem(storageKey) ?? ""),
  };
}

/** The same by the keys everybody knows. */
export function useClipKeys(): void {
  const editor = useEditor();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const on = (name: "copy" | "cut" | "paste", act: (event: ClipboardEvent) => void) =>
      document.addEventListener(name, (event) => isWriting(event.target) || hasText() || act(event), { signal });
    on("copy", (event) => taken(editor, event));
    on("cut", (event) => taken(editor, event) && editor.remove());
    on("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      event.preventDefault();
      editor.paste(text === "" ? (localStorage.getItem(storageKey) ?? "") : text);
    });
    return () => listening.abort();
  }, [editor]);
}

/** Somebody marked words on the page: these are meant. */
const hasText = (): boolean => (getSelection()?.toString() ?? "") !== "";

function taken(editor: Editor, event: ClipboardEvent): boolean {
  const text = editor.copy();
  if (text === undefined) return false;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", text);
  keep(text);
  return true;
}

function keep(text: string | undefined): void {
  if (text === undefined) return;
  try {
    localStorage.setItem(storageKey, text);
  } catch {
    localStorage.removeItem(storageKey); // too large for this browser; its own clipboard has it
  }
}
