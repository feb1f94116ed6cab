import { useMessages } from "../../../i18n/messages.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { withInput } from "../sentence/edits.ts";
import { inputNamed, keyOf } from "../sentence/rule-names.ts";
import { inputText } from "../sentence/wording.ts";
import { Chip } from "./chip.tsx";
import { InputForm } from "./input-form.tsx";
import { useRuleEditing } from "./rule-editing.ts";

interface InputChipProps {
  /** The name of the input. */
  readonly name: string;
  /** Where there are others to choose from; told which, with the rule as it is then. */
  readonly onChoose?: (name: string, definition: ReturnType<typeof useRuleEditing>["definition"]) => void;
}

const another = "another value";

/** What is looked at. The same input may stand at several places, and is then changed at all of them. */
export function InputChip({ name, onChoose }: InputChipProps) {
  const m = useMessages();
  const { definition, wording } = useRuleEditing();
  const at = definition.inputs.findIndex((input) => input.name === name);
  const text = inputText(inputNamed(definition.inputs, name), wording);
  return (
    <Chip label={m.rules.form.which} text={text} path={`inputs.${at}`}>
      {onChoose && <InputChoice name={name} onChoose={onChoose} />}
      <InputForm name={name} />
    </Chip>
  );
}

function InputChoice({ name, onChoose }: Required<InputChipProps>) {
  const m = useMessages();
  const { definition, wording } = useRuleEditing();
  const options = definition.inputs.map((input) => [input.name, inputText(input, wording)] as const);
  return (
    <ChoiceEdit
      label={m.rules.form.which}
      value={name}
      options={[...options, [another, m.rules.form.another]]}
      onChange={(chosen) => {
        if (chosen !== another) return onChoose(chosen, definition);
        const like = inputNamed(definition.inputs, name);
        const added = withInput(definition, { kind: "TELEMETRY", key: like ? keyOf(like) : "" });
        onChoose(added.name, added.definition);
      }}
    />
  );
}
