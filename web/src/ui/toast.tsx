import { Store, useStore } from "../state/store.ts";
import { Icon } from "./icon.tsx";

interface ToastEntry {
  readonly id: number;
  readonly text: string;
}

const toasts = new Store<readonly ToastEntry[]>([]);
const shownMs = 4_000;
let nextId = 1;

/** Says in passing that something worked. Errors stand beside what failed instead. */
export function toast(text: string): void {
  const entry = { id: nextId++, text };
  toasts.set([...toasts.get(), entry]);
  setTimeout(() => toasts.set(toasts.get().filter((one) => one !== entry)), shownMs);
}

export function Toasts() {
  return (
    <div className="toasts" role="status">
      {useStore(toasts).map(({ id, text }) => (
        <p key={id} className="toast">
          <Icon name="check" /> {text}
        </p>
      ))}
    </div>
  );
}
