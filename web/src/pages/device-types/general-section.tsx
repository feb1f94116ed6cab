import type { DeviceTypeRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Field } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { pictureIn } from "../../ui/picture-file.ts";

interface GeneralSectionProps {
  readonly type: DeviceTypeRecord;
  readonly onEdit: ((part: Partial<DeviceTypeRecord>) => void) | undefined;
}

/** The largest picture, as it is on disk; base64 makes a third more of it. */
const pictureBytes = 190_000;

export function GeneralSection({ type, onEdit }: GeneralSectionProps) {
  const m = useMessages();
  const isFixed = onEdit === undefined;
  return (
    <section className="card">
      <div className="card-body form">
        <Field label={m.common.name}>
          {(id) => (
            <input
              id={id}
              value={type.name}
              maxLength={255}
              readOnly={isFixed}
              onChange={({ target }) => onEdit?.({ name: target.value })}
            />
          )}
        </Field>
        <Field label={m.devices.description}>
          {(id) => (
            <textarea
              id={id}
              rows={3}
              maxLength={4096}
              value={type.description ?? ""}
              readOnly={isFixed}
              onChange={({ target }) => onEdit?.({ description: target.value || null })}
            />
          )}
        </Field>
        {type.image && <img className="type-picture" src={type.image} alt={m.deviceTypes.picture} />}
        {onEdit && (
          <Field label={m.deviceTypes.picture} hint={m.deviceTypes.pictureHint}>
            {(id) => (
              <FileInput
                id={id}
                accept="image/png,image/jpeg,image/webp"
                onChoose={(_, input) => void read(input, m.deviceTypes.badPicture, (image) => onEdit({ image }))}
              />
            )}
          </Field>
        )}
        {onEdit && type.image && (
          <div className="row">
            <button type="button" className="button small" onClick={() => onEdit({ image: null })}>
              {m.deviceTypes.noPicture}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Too large a picture, and what is none, is told by the browser beside its field. */
async function read(input: HTMLInputElement, noPicture: string, taken: (image: string) => void): Promise<void> {
  const file = input.files?.[0];
  if (!file) return;
  const isTooLarge = file.size > pictureBytes;
  const picture = isTooLarge ? undefined : await pictureIn(file);
  const problem = isTooLarge ? `> ${Math.round(pictureBytes / 1000)} kB` : noPicture;
  input.setCustomValidity(picture === undefined ? problem : "");
  if (input.reportValidity() && picture !== undefined) taken(picture);
}
