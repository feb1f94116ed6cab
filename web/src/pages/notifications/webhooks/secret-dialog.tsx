import { useMessages } from "../../../i18n/messages.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";

/** The only time it is shown: it is left by saying that it is stored. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const m = useMessages();
  return (
    <Dialog title={m.webhooks.secretTitle} onClose={onClose} isHeld>
      <div className="form">
        <p>{m.webhooks.secretText}</p>
        <Field label={m.webhooks.secretTitle} hint={m.webhooks.secretHow}>
          {(id) => <input id={id} readOnly className="mono" value={secret} onFocus={({ target }) => target.select()} />}
        </Field>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.webhooks.secretKept}
          </button>
          <CopyButton text={secret} label={m.common.copy} isPrimary />
        </div>
      </div>
    </Dialog>
  );
}
