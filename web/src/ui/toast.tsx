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
  const entry = { id: nextId++, text, action };
  toasts.set([...toasts.get(), entry]);
  setTimeout(() => drop(entry), action ? offeredMs : shownMs);
}

const drop = (entry: ToastEntry) => toasts.set(toasts.get().filter((one) => one !== entry));

export function Toasts() {
  return (
    <div className="toasts" role="status">
      {useStore(toasts).map((entry) => (
        <p key={entry.id} className="toast">
          <Icon name="check" /> {entry.text}
          {entry.action && <ActionButton action={entry.action} onDone={() => drop(entry)} />}
        </p>
      ))}
    </div>
  );
}

function ActionButton({ action, onDone }: { readonly action: ToastAction; readonly onDone: () => void }) {
  const press = () => {
    action.run();
    onDone();
  };
  return (
    <button type="button" className="toast-action" onClick={press}>
      {action.text}
    </button>
  );
}
