import type { DeviceTypeRecord } from "@heliograph/contract";
import { useState } from "react";
import { type Messages, useMessages } from "../../i18n/messages.tsx";
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
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    const read = file && (await pictureOrProblem(file, m.deviceTypes));
    setProblem(read?.problem);
    if (read?.image) onEdit?.({ image: read.image });
  };
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
          <Field label={m.deviceTypes.picture} hint={m.deviceTypes.pictureHint} problem={problem}>
            {(id) => (
              <FileInput id={id} accept="image/png,image/jpeg,image/webp" onChoose={(file) => void choose(file)} />
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

interface ReadPicture {
  readonly image?: string | undefined;
  readonly problem?: string;
}

async function pictureOrProblem(file: File, words: Messages["deviceTypes"]): Promise<ReadPicture> {
  if (file.size > pictureBytes) return { problem: words.largePicture(Math.round(pictureBytes / 1000)) };
  const image = await pictureIn(file);
  return image === undefined ? { problem: words.badPicture } : { image };
}
