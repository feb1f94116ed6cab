import { type CalculatedInput, calculatedBounds } from "@heliograph/contract";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { SentenceChip } from "../../../ui/chip.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { problemText } from "../../rules/problem-text.ts";
import { freeName, renamed, withInputs } from "../calculated-draft.ts";
import { inputText } from "../input-text.ts";
import { useCalculatedEditing } from "./calculated-editing.ts";
import { InputForm } from "./input-form.tsx";

/** The values an expression can name. */
export function InputList() {
  const m = useMessages();
  const { definition, change, problemsAt } = useCalculatedEditing();
  const { inputs, scope } = definition;
  const set = (next: CalculatedInput[]) => change?.(withInputs(definition, next));
  const isFull = inputs.length >= calculatedBounds.inputs;
  return (
    <>
      <ul className="input-list">
        {inputs.map((input, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its name may change while it is written
          <li key={at}>
            <InputLine
              input={input}
              problems={problemsAt(`inputs.${at}`).map((problem) => problemText(problem, m.rules.problemTexts))}
              onChange={change && ((next) => set(inputs.map((one, index) => (index === at ? next : one))))}
              onRename={(name) => change?.(renamed(definition, at, name))}
              onRemove={change && inputs.length > 1 ? () => set(inputs.filter((_, index) => index !== at)) : undefined}
            />
          </li>
        ))}
      </ul>
      {change && !isFull && (
        <div className="row">
          <AddButton
            text={m.calculated.addChannel}
            onAdd={(name, key) => set([...inputs, { kind: "CHANNEL", name, key }])}
          />
          {scope.kind === "DEVICE" && (
            <AddButton
              text={m.calculated.addProject}
              onAdd={(name, key) => set([...inputs, { kind: "PROJECT", name, key, function: "SUM" }])}
            />
          )}
        </div>
      )}
    </>
  );
}

interface AddButtonProps {
  readonly text: string;
  readonly onAdd: (name: string, key: string) => void;
}

/** Begins with a channel that is not among them yet. */
function AddButton({ text, onAdd }: AddButtonProps) {
  const { definition, ground } = useCalculatedEditing();
  const used = new Set(definition.inputs.map(({ key }) => key));
  const key = ground.keys.find((one) => !used.has(one) && one !== definition.key) ?? ground.keys[0] ?? "value";
  return (
    <button type="button" className="rule-add" onClick={() => onAdd(freeName(definition.inputs), key)}>
      <Icon name="plus" size={14} /> {text}
    </button>
  );
}

interface InputLineProps {
  readonly input: CalculatedInput;
  readonly problems: readonly string[];
  readonly onChange: ((input: CalculatedInput) => void) | undefined;
  readonly onRename: (name: string) => void;
  readonly onRemove: (() => void) | undefined;
}

function InputLine({ input, problems, onChange, onRename, onRemove }: InputLineProps) {
  const m = useMessages();
  const locale = useLocale();
  const { ground } = useCalculatedEditing();
  return (
    <>
      <code>{input.name}</code> ={" "}
      <SentenceChip
        label={`${m.calculated.inputs}: ${input.name}`}
        text={inputText(input, m.calculated, ground.names, locale)}
        problems={problems}
        isReadOnly={!onChange}
      >
        <InputForm input={input} onChange={(next) => onChange?.(next)} onRename={onRename} />
      </SentenceChip>{" "}
      {onRemove && (
        <button
          type="button"
          className="button ghost square small"
          aria-label={`${m.calculated.removeInput}: ${input.name}`}
          title={m.calculated.removeInput}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </>
  );
}
