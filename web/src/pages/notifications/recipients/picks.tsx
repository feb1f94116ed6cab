import { useState } from "react";
import { CheckEdit } from "../../device-types/edit-fields.tsx";
import { PickList } from "../../rules/editor/pick-list.tsx";
import type { Named } from "./recipient-text.ts";

interface PicksProps {
  readonly label: string;
  readonly all: readonly Named[];
  readonly chosen: readonly string[] | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** Few enough to be read at once are not searched. */
const readAtOnce = 6;

/** Some of those who can be chosen. */
export function Picks({ label, all, chosen = [], onChange }: PicksProps) {
  const [text, setText] = useState("");
  if (all.length > readAtOnce)
    return <PickList label={label} picks={all} chosen={chosen} text={text} onSearch={setText} onChange={onChange} />;
  return (
    <fieldset className="checks">
      <legend>{label}</legend>
      {all.map(({ id, name }) => (
        <CheckEdit
          key={id}
          label={name}
          value={chosen.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}
