import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { FirstSeen, isFilled } from "./filled-form.ts";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: "narrow" | "wide" | "full";
  /** Shows what is shown once: it is closed by an answer inside of it alone. */
  readonly isHeld?: boolean;
}

/** Where one begins: the browser would take the button that closes. */
const firstControl = ".dialog-body :is(input, select, textarea, button):not([disabled])";

/** The browser's own modal: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, children, size = "narrow", isHeld = false }: DialogProps) {
  const m = useMessages();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  const [seen] = useState(() => new FirstSeen());
  const [isAsking, setAsking] = useState(false);
  const isTyped = () => element.current !== null && (isFilled(element.current) || seen.isChanged());
  useEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>(firstControl)?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog dialog-${size}`}
      aria-labelledby={titleId}
      // Browsers let nobody be held: one that closes all the same is opened again.
      onClose={isHeld ? () => element.current?.showModal() : onClose}
      onCancel={(event) => {
        if (event.target !== element.current || isHeld) return event.preventDefault();
        if (!isTyped()) return;
        event.preventDefault(); // what somebody typed is not thrown away by one key
        setAsking(true);
      }}
      // A second Escape is not asked about any more, but its key is.
      onKeyDown={(event) => (isHeld || isAsking) && event.key === "Escape" && event.preventDefault()}
      onFocus={({ target }) => seen.see(target)}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {!isHeld && (
          <button
            type="button"
            className="button ghost square"
            aria-label={m.common.close}
            onClick={() => (isTyped() ? setAsking(true) : onClose())}
          >
            <Icon name="close" />
          </button>
        )}
      </header>
      {isAsking && (
        <div className="note note-warn dialog-question" role="alertdialog" aria-label={m.common.discardQuestion}>
          <span className="grow">{m.common.discardQuestion}</span>
          {/* biome-ignore lint/a11y/noAutofocus: the question came by a key, and is answered by one */}
          <button type="button" className="button small" autoFocus onClick={() => setAsking(false)}>
            {m.common.keepEditing}
          </button>
          <button type="button" className="button small danger" onClick={onClose}>
            {m.common.discard}
          </button>
        </div>
      )}
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
