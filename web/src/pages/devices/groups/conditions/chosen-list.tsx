import { useMessages } from "../../../../i18n/messages.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Icon } from "../../../../ui/icon.tsx";

interface ChosenListProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: readonly (readonly [id: string, name: string])[];
  readonly onChange: (chosen: string[]) => void;
}

/** Some of many: each chosen one is a chip, the rest is offered. */
export function ChosenList({ label, chosen, options, onChange }: ChosenListProps) {
  const { deviceGroups: m } = useMessages();
  const nameOf = (id: string) => options.find(([one]) => one === id)?.[1].trim() ?? m.missing;
  return (
    <Field label={label}>
      {(id) => (
        <div className="chips">
          {chosen.map((one) => (
            <span key={one} className="chip">
              <span className="break">{nameOf(one)}</span>
              <button
                type="button"
                className="button ghost square"
                aria-label={m.removeChoice(nameOf(one))}
                onClick={() => onChange(chosen.filter((other) => other !== one))}
              >
                <Icon name="close" size={14} />
              </button>
            </span>
          ))}
          <select id={id} value="" onChange={({ target }) => onChange([...chosen, target.value])}>
            <option value="">{m.choose}</option>
            {options
              .filter(([one]) => !chosen.includes(one))
              .map(([one, name]) => (
                <option key={one} value={one}>
                  {name}
                </option>
              ))}
          </select>
        </div>
      )}
    </Field>
  );
}
