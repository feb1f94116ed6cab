import { useEffect, useRef } from "react";
import { useFirstWords } from "../i18n/messages.tsx";
import { lazyPage } from "../shell/lazy-page.tsx";
import { useStore } from "../state/store.ts";
import { Icon } from "../ui/icon.tsx";
import { isApple } from "./is-apple.ts";
import { isSearching } from "./search-state.ts";

/** All but the frame is fetched when somebody searches first. */
const SearchPanel = lazyPage(() => import("./search-panel.tsx"), "SearchPanel");

const open = () => isSearching.set(true);
const close = () => isSearching.set(false);

/** Everything that can be gone to, from everywhere: a button, and Ctrl+K. */
export function SearchButton() {
  const m = useFirstWords();
  useSearchKey();
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title={m.shell.search}
        onClick={open}
        onPointerEnter={() => void SearchPanel.preload()}
      >
        <Icon name="search" />
        <span className="cut">{m.shell.searchHint}</span>
        <kbd>{isApple ? "⌘ K" : `${m.shell.ctrl} K`}</kbd>
      </button>
      {useStore(isSearching) && <SearchFrame />}
    </>
  );
}

/** Also while one types: nothing else has this key. In front of another dialog it would hide what that waits for. */
function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || event.shiftKey || event.altKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      if (isSearching.get()) close();
      else if (!document.querySelector("dialog[open]")) open();
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      close(); // whoever logs in next does not go on searching
    };
  }, []);
}

/** The browser's own modal, there at once: it traps the focus, closes on Escape and gives the focus back. */
function SearchFrame() {
  const m = useFirstWords();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it, as Escape does
    <dialog
      ref={element}
      className="dialog search-dialog"
      aria-label={m.shell.search}
      onClose={close}
      onClick={({ target }) => target === element.current && close()}
    >
      <SearchPanel />
    </dialog>
  );
}
