import { useEffect, useState } from "react";
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

export function Toasts() {
  return (
    <div className="toasts" role="status">
      {useStore(toasts).map((entry) => (
        <Toast key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

/**
 * A press on it takes it away, and what lies below is not pressed: nobody sees what that is. What can be pressed itself
 * waits for whoever is at it, by pointer or by key.
 */
function Toast({ entry }: { readonly entry: ToastEntry }) {
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = entry.action !== undefined && (isUnderPointer || hasFocus);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => drop(entry), entry.action ? offeredMs : shownMs);
    return () => clearTimeout(timer);
  }, [entry, isHeld]);
  const held = {
    onPointerEnter: () => setUnderPointer(true),
    onPointerLeave: () => setUnderPointer(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are not kept from anything, and it goes by itself
    <p className="toast" onClick={() => drop(entry)} {...held}>
      <Icon name="check" /> {entry.text}
      {entry.action && (
        <button type="button" className="toast-action" onClick={entry.action.run}>
          {entry.action.text}
        </button>
      )}
    </p>
  );
}
