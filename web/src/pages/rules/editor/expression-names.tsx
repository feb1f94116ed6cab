import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { usedNames, withInput } from "../sentence/edits.ts";
import { InputChip } from "./input-chip.tsx";
import { useRuleEditing } from "./rule-editing.ts";

/** What an expression can name, to be changed there, too. */
export function ExpressionNames() {
  const { form } = useMessages().rules;
  const { definition, change } = useRuleEditing();
  const { inputs } = definition;
  const used = usedNames(definition);
  return (
    <span className="rule-name-list">
      {" ("}
      {inputs.map(({ name }) => (
        <span key={name}>
          <code>{name}</code> = <InputChip name={name} />{" "}
          {change && !used.has(name) && (
            <button
              type="button"
              className="button ghost square small"
              aria-label={`${form.removeName}: ${name}`}
              title={form.removeName}
              onClick={() => change({ ...definition, inputs: inputs.filter((one) => one.name !== name) })}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </span>
      ))}
      <AddName />
      {")"}
    </span>
  );
}

function AddName() {
  const { form } = useMessages().rules;
  const { definition, change, ground } = useRuleEditing();
  if (!change) return null;
  const used = new Set(definition.inputs.map((input) => ("key" in input ? input.key : "")));
  const key = ground.keys.find((one) => !used.has(one)) ?? "value";
  return (
    <button
      type="button"
      className="rule-add"
      onClick={() => change(withInput(definition, { kind: "TELEMETRY", key }).definition)}
    >
      <Icon name="plus" size={14} /> {form.addName}
    </button>
  );
}
