import { useState } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNote } from "./states.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks once before something that cannot be undone. */
export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  const m = useMessages();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="break">{text}</p>
      <ErrorNote error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.common.cancel}
        </button>
        <button type="button" className="button danger" disabled={isBusy} onClick={() => void confirm()}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
