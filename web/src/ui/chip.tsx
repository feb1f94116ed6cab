import { type CSSProperties, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { Icon } from "./icon.tsx";

interface SentenceChipProps {
  /** What its form is about. */
  readonly label: string;
  readonly text: ReactNode;
  /** What is wrong with it. */
  readonly problems?: readonly string[];
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
}

/** A part of a sentence: a button whose form stands below it. What is changed there is changed at once. */
export function SentenceChip({ label, text, problems = [], isReadOnly = false, children }: SentenceChipProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const problemId = useId();
  useClosing(box, isOpen, () => setOpen(false));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  if (isReadOnly) return <strong className="rule-chip is-read">{text}</strong>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble up from the form close it
    <span
      ref={box}
      className="rule-chip-box"
      onKeyDown={(event) => {
        if (!isOpen || !endsForm(event)) return;
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="rule-chip"
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-wrong={problems.length > 0 || undefined}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? problemId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {problems.length > 0 && <Icon name="alert" size={14} />}
        {text}
      </button>
      {problems.length > 0 && (
        <span className="chip-problem" id={problemId}>
          {problems.join(" ")}
        </span>
      )}
      {isOpen && (
        <Panel label={label} problems={problems} onDone={close}>
          {children}
        </Panel>
      )}
    </span>
  );
}

/** Whoever could not save is led to what has to be corrected; false where nothing is marked. */
export function focusFirstWrong(): boolean {
  const wrong = document.querySelector<HTMLElement>(':is(.rule-name, .rule-chip)[aria-invalid="true"]');
  wrong?.focus();
  return wrong !== null;
}

/** Escape anywhere; Enter where it does nothing else: in a field of one line. */
function endsForm({ key, target }: React.KeyboardEvent): boolean {
  if (key === "Escape") return true;
  const isField = target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
  return key === "Enter" && isField && target.getAttribute("role") !== "combobox" && target.list === null;
}

/** Closed by the pointer or the focus going elsewhere. */
function useClosing(box: React.RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const act = useRef(close);
  act.current = close;
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && !box.current?.contains(target)) act.current();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen, box]);
}

/** Away from the edge; where it stands at the bottom of a phone, the styles do not ask for it. */
const shiftedBy = (px: number): CSSProperties => ({ ["--shift" as string]: `${px}px` });

interface PanelProps {
  readonly label: string;
  readonly problems: readonly string[];
  readonly onDone: () => void;
  readonly children: ReactNode;
}

const edge = 12;

function Panel({ label, problems, onDone, children }: PanelProps) {
  const m = useMessages();
  const panel = useRef<HTMLDivElement>(null);
  const [shift, setShift] = useState(0);
  useLayoutEffect(() => {
    const place = panel.current?.getBoundingClientRect();
    if (place) setShift(Math.min(0, document.documentElement.clientWidth - edge - place.right));
    const first = ["input, textarea", "select", "button"].map((one) => panel.current?.querySelector<HTMLElement>(one));
    first.find((one) => one)?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={panel} className="rule-panel" role="dialog" aria-label={label} style={shiftedBy(shift)}>
      <div className="form">
        {children}
        {problems.map((problem) => (
          <p key={problem} className="note note-error" role="alert">
            {problem}
          </p>
        ))}
        <div className="row between">
          <span />
          <button type="button" className="button small" onClick={onDone}>
            {m.rules.form.done}
          </button>
        </div>
      </div>
    </div>
  );
}
