import type { NewShareRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { linkOf, wallLinkOf } from "../../shared/shared-link.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Field } from "../../ui/field.tsx";

const wallSeconds = 20;

interface MadeShareProps {
  readonly made: NewShareRecord;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** The link, in full this once. */
export function MadeShare({ made, onAnother, onClose }: MadeShareProps) {
  const m = useMessages();
  const link = linkOf(location.origin, made.id.id, made.token);
  return (
    <div className="form">
      <h3 className="break">{made.name}</h3>
      <p>{m.sharing.madeText}</p>
      <ShownText label={m.sharing.link} text={link} isFirst />
      <ShownText label={m.wall.link} text={wallLinkOf(link, wallSeconds)} />
      {made.embedOrigins.length > 0 && <ShownText label={m.sharing.embedCode} text={embedCodeOf(link)} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.common.close}
        </button>
        <button type="button" className="button" onClick={onAnother}>
          {m.sharing.another}
        </button>
        <CopyButton text={link} label={m.sharing.copyLink} isPrimary />
      </div>
    </div>
  );
}

/** A link is letters, digits and signs that mean nothing in HTML. */
const embedCodeOf = (link: string): string =>
  `<iframe src="${link}" width="100%" height="600" style="border: 0"></iframe>`;

interface ShownTextProps {
  readonly label: string;
  readonly text: string;
  readonly isFirst?: boolean;
}

function ShownText({ label, text, isFirst = false }: ShownTextProps) {
  return (
    <Field label={label}>
      {(id) => (
        <div className="row tight share-shown">
          <input
            id={id}
            readOnly
            className="mono"
            value={text}
            // biome-ignore lint/a11y/noAutofocus: what was asked for, in place of the form that had the focus
            autoFocus={isFirst}
            onFocus={({ target }) => target.select()}
          />
          {!isFirst && <CopyButton text={text} />}
        </div>
      )}
    </Field>
  );
}
