import { useEffect } from "react";

export interface AlarmKeys {
  readonly next: () => void;
  readonly previous: () => void;
  readonly select: () => void;
  readonly acknowledge: () => void;
  readonly comment: () => void;
  readonly close: () => void;
}

const keys: Readonly<Record<string, keyof AlarmKeys>> = {
  j: "next",
  k: "previous",
  x: "select",
  a: "acknowledge",
  c: "comment",
  Escape: "close",
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=checkbox]), textarea, select, dialog, .menu-panel") !== null;

/** Keys are for what is on top, wherever in it the focus is. */
const isCovered = (): boolean => document.querySelector("dialog[open]") !== null;

/** J, K, X, A and C, as long as nobody types. */
export function useAlarmKeys(acts: AlarmKeys): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const name = keys[event.key];
      if (!name || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      acts[name]();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}
