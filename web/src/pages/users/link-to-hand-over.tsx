import { useId } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Field } from "../../ui/field.tsx";
import { Time } from "../../ui/time.tsx";

interface LinkToHandOverProps {
  /** Says whom it is for and that it is shown once. */
  readonly text: string;
  /** As the server told it: a path on this node, or a whole address. */
  readonly link: string;
  readonly expiresTime: number;
  readonly onClose: () => void;
}

/** A link that is shown once, selected and ready to be copied [AUTH7, AUTH9]. */
export function LinkToHandOver({ text, link, expiresTime, onClose }: LinkToHandOverProps) {
  const m = useMessages();
  const textId = useId();
  const { href } = new URL(link, location.origin);
  return (
    <div className="form">
      <p className="break" id={textId}>
        {text}
      </p>
      <Field label={m.invitations.link}>
        {(id) => (
          <input
            id={id}
            readOnly
            value={href}
            aria-describedby={textId}
            // biome-ignore lint/a11y/noAutofocus: what was asked for, in place of the form that had the focus
            autoFocus
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <small>
        {m.invitations.until} <Time ms={expiresTime} />
      </small>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.common.close}
        </button>
        <CopyButton text={href} label={m.invitations.copyLink} isPrimary />
      </div>
    </div>
  );
}
