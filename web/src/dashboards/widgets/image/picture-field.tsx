import { useState } from "react";
import { Field } from "../../../ui/field.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { useEditorWords } from "../../editing/words/words.ts";

interface PictureFieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** As the schema has it: so many characters of a data URL. */
const longest = 1_048_576;
const kinds: readonly string[] = ["image/png", "image/jpeg", "image/webp"];

/** A picture of one's own computer, kept inside of the dashboard. */
export function PictureField({ value, onChange }: PictureFieldProps) {
  const { fields: w } = useEditorWords();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (!kinds.includes(file.type)) return setProblem(w.noPicture);
    const picture = await dataUrlOf(file);
    if (picture.length > longest) return setProblem(w.pictureLarge(Math.floor((longest * 3) / 4 / 1000)));
    setProblem(undefined);
    onChange(picture);
  };
  return (
    <>
      <Field label={w.picture} hint={w.pictureHint} problem={problem}>
        {(id) => <FileInput id={id} accept={kinds.join()} onChoose={(file) => void take(file)} />}
      </Field>
      {value !== undefined && (
        <button type="button" className="button ghost" onClick={() => onChange(undefined)}>
          {w.removePicture}
        </button>
      )}
    </>
  );
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
