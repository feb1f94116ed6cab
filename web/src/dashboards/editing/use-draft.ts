import { isAlike } from "@heliograph/contract";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { DraftStore } from "./draft.ts";
import { useEditor } from "./use-editor.ts";

const keptAfterMs = 400;

/** Keeps what is not saved in this browser; where that fails, leaving is asked about. Whether it could be kept. */
export function useKeptDraft(store: DraftStore, leaveUnkept: string): boolean {
  const editor = useEditor();
  const [isKept, setKept] = useState(true);
  const isLost = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const { base, history } = editor.state.get();
      const isChanged = !isAlike(base.content, history.present);
      const draft = { version: base.version, content: history.present, keptAt: Date.now() };
      if (!isChanged) store.forget();
      isLost.current = isChanged && !store.keep(draft);
      setKept(!isLost.current);
    };
    const later = () => {
      timer ??= setTimeout(keep, keptAfterMs);
    };
    const now = () => timer !== undefined && keep();
    const stop = editor.state.subscribe(later);
    window.addEventListener("pagehide", now);
    document.addEventListener("visibilitychange", now);
    return () => {
      stop();
      now();
      window.removeEventListener("pagehide", now);
      document.removeEventListener("visibilitychange", now);
    };
  }, [editor, store]);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isLost.current && current.pathname !== next.pathname && !window.confirm(leaveUnkept),
    enableBeforeUnload: () => isLost.current,
  });
  return isKept;
}
