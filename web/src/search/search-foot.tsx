import { useFirstWords } from "../i18n/messages.tsx";
import { isApple } from "./is-apple.ts";
import { useSearchWords } from "./words/words.ts";

/** Which keys do what; where there is no keyboard there is no room for it either. */
export function SearchFoot() {
  const w = useSearchWords();
  const m = useFirstWords();
  return (
    <footer className="search-foot soft">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {w.choose}
      </span>
      <span>
        <kbd>↵</kbd> {w.open}
      </span>
      <span>
        <kbd>{isApple ? "⌘" : m.shell.ctrl} ↵</kbd> {w.newTab}
      </span>
      <span>
        <kbd>{w.attributeExample}</kbd> {w.byAttribute}
      </span>
      <span>
        <kbd>&gt;</kbd> {w.actionsOnly}
      </span>
    </footer>
  );
}
