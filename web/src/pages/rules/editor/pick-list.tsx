import { useId } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Field } from "../../../ui/field.tsx";

interface Pick {
  readonly id: string;
  readonly name: string;
}

interface PickListProps {
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly chosen: readonly string[];
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly onChange: (chosen: string[]) => void;
}

const shownAtMost = 100;

/** Some of many, found by their names; those that are chosen come first. */
export function PickList({ label, picks, chosen, text, onSearch, onChange }: PickListProps) {
  const m = useMessages();
  const labelId = useId();
  const wanted = text.trim().toLowerCase();
  const isChosen = new Set(chosen);
  const shown = picks
    .filter(({ id, name }) => isChosen.has(id) || name.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isChosen.has(b.id)) - Number(isChosen.has(a.id)))
    .slice(0, shownAtMost);
  return (
    <>
      <Field label={`${label}: ${m.rules.scope.search}`}>
        {(id) => <input id={id} type="search" value={text} onChange={({ target }) => onSearch(target.value)} />}
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll everywhere */}
      <div className="pick-list" role="group" aria-labelledby={labelId}>
        <span className="off-screen" id={labelId}>
          {label}
        </span>
        {shown.map(({ id, name }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={isChosen.has(id)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
            <span className="break">{name}</span>
          </label>
        ))}
      </div>
    </>
  );
}
