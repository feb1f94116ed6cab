import { useEffect, useRef, useState } from "react";
import { Store, useStore } from "../state/store.ts";
import { Icon } from "./icon.tsx";

interface ToastEntry {
  readonly id: number;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** What one may want to do next. */
interface ToastAction {
  readonly text: string;
  readonly run: () => void;
}

const toasts = new Store<readonly ToastEntry[]>([]);
/** What can be pressed stays longer: one has to get there. */
const [shownMs, offeredMs] = [4_000, 12_000];
let nextId = 1;

/** Says in passing that something worked. Errors stand beside what failed instead. */
export function toast(text: string, action?: ToastAction): void {
  toasts.set([...toasts.get(), { id: nextId++, text, action }]);
}

const drop = (entry: ToastEntry) => toasts.set(toasts.get().filter((one) => one !== entry));

/** They are for whoever did what they tell of. */
export const dropToasts = (): void => toasts.set([]);

/** A new one comes above the others, or below where they hang from the top: none moves under the pointer of whoever is about to press it, and none goes meanwhile. */
export function Toasts() {
  const entries = useStore(toasts);
  const box = useRef<HTMLDivElement>(null);
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    // what went may have had the focus, which nobody says
    setFocus(box.current?.contains(document.activeElement) === true);
    if (entries.length === 0) setUnderPointer(false);
  }, [entries]);
  const atThem = {
    onPointerEnter: () => setUnderPointer(true),
    onPointerLeave: () => setUnderPointer(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
  return (
    <div ref={box} className="toasts" role="status" {...atThem}>
      {entries.toReversed().map((entry) => (
        <Toast key={entry.id} entry={entry} isHeld={isUnderPointer || hasFocus} />
      ))}
    </div>
  );
}

/** A press on it takes it away, and what lies below is not pressed: nobody sees what that is. */
function Toast({ entry, isHeld }: { readonly entry: ToastEntry; readonly isHeld: boolean }) {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => drop(entry), entry.action ? offeredMs : shownMs);
    return () => clearTimeout(timer);
  }, [entry, isHeld]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are not kept from anything, and it goes by itself
    <p className="toast" onClick={() => drop(entry)}>
      <Icon name="check" /> {entry.text}
      {entry.action && (
        <button type="button" className="toast-action" onClick={entry.action.run}>
          {entry.action.text}
        </button>
      )}
    </p>
  );
}
