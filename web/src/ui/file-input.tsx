import { useState } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { Icon } from "./icon.tsx";

interface FileInputProps {
  readonly id: string;
  readonly accept: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly onChoose?: (file: File | undefined, input: HTMLInputElement) => void;
}

/** A file to choose, in our words and look: the browser's own speaks its language, not the reader's. */
export function FileInput({ id, accept, name, required, onChoose }: FileInputProps) {
  const m = useMessages();
  const [chosen, setChosen] = useState<string>();
  return (
    <span className="file-input">
      <input
        id={id}
        name={name}
        type="file"
        className="off-screen"
        accept={accept}
        required={required}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setChosen(target.files?.[0]?.name);
          onChoose?.(target.files?.[0], target);
        }}
      />
      <label htmlFor={id} className="button">
        <Icon name="upload" /> {m.files.chooseFile}
      </label>
      <span className="soft break">{chosen ?? m.files.noFile}</span>
    </span>
  );
}
