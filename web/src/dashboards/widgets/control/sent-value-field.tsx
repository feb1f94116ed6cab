import { useState } from "react";
import { TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { useEditorWords } from "../../editing/words/words.ts";

interface SentValueProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** What reads as JSON is that, anything else a text. */
function typedValue(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const valueText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

export function SentValueField({ value, onChange }: SentValueProps) {
  const { fields: w } = useEditorWords();
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && valueText(typedValue(typed)) === valueText(value);
  return (
    <TextEdit
      label={w.sentValue}
      hint={w.sentValueHint}
      value={isTyped ? typed : valueText(value)}
      onChange={(text) => {
        setTyped(text);
        onChange(typedValue(text));
      }}
    />
  );
}
