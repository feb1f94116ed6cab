import { type DashboardVariable, isAlike, type PlainSelection, type VariableKind } from "@heliograph/contract";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { ChoiceEdit, TextEdit } from "../../pages/device-types/edit-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { DevicesField } from "./fields/devices-field.tsx";
import { Wrong } from "./fields/section.tsx";
import { filledIn, withField } from "./fields/with-field.ts";
import { withMoved } from "./page-edits.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { speakersOf, withoutVariable, withVariable } from "./variable-edits.ts";
import { variableProblem } from "./variable-problem.ts";
import { useEditorWords } from "./words/words.ts";

interface VariableDialogProps {
  /** Undefined: a new one. */
  readonly before: DashboardVariable | undefined;
  readonly onClose: () => void;
}

const kinds = ["DEVICE", "CHANNEL", "CHOICE", "TEXT"] as const;

/** One variable. What is filled in is not lost by Escape: only Cancel leaves it. */
export function VariableDialog({ before, onClose }: VariableDialogProps) {
  const m = useMessages();
  const words = useEditorWords();
  const w = words.parts;
  const editor = useEditor();
  const { variables } = useEditorState().history.present.configuration;
  const [first] = useState<DashboardVariable>(() => before ?? begun("DEVICE", freshName(variables)));
  const [variable, setVariable] = useState(first);
  const others = variables.filter(({ name }) => name !== before?.name).map(({ name }) => name);
  const problem = variableProblem(variable, others);
  const at = variables.findIndex(({ name }) => name === before?.name);
  const close = (content: typeof editor.content) => {
    editor.change(content, "variable");
    onClose();
  };
  const used = before ? speakersOf(editor.content, before.name).length : 0;
  return (
    <Dialog title={w.variableTitle} onClose={onClose} isHeld={!isAlike(first, variable)}>
      <div className="form">
        {!before && (
          <ChoiceEdit
            label={w.variableKind}
            value={variable.kind}
            options={kinds.map((kind) => [kind, w.variableKinds[kind]] as const)}
            onChange={(kind) => setVariable(begun(kind, variable.name, variable.label))}
          />
        )}
        <TextEdit
          label={w.variableLabel}
          value={variable.label}
          onChange={(label) => setVariable(withField(variable, "label", filledIn(label)))}
        />
        <TextEdit
          label={w.variableName}
          hint={w.variableNameHint}
          value={variable.name}
          maxLength={64}
          onChange={(name) => setVariable({ ...variable, name })}
        />
        <OwnFields variable={variable} onChange={setVariable} />
        {problem && <Wrong>{w[problem]}</Wrong>}
        {used > 0 && <small>{w.variableUsed(used)}</small>}
      </div>
      <div className="dialog-actions edit-conflict-actions">
        {before && (
          <>
            <button
              type="button"
              className="button"
              onClick={() => close(withoutVariable(editor.content, before.name))}
            >
              <Icon name="trash" /> {w.removeVariable}
            </button>
            <button
              type="button"
              className="button"
              disabled={at <= 0}
              onClick={() => editor.configure({ variables: withMoved(variables, at, -1) }, "variable")}
            >
              {w.moveUp}
            </button>
          </>
        )}
        <button type="button" className="button" onClick={onClose}>
          {m.common.cancel}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={problem !== undefined}
          onClick={() => close(withVariable(editor.content, variable, before?.name))}
        >
          {w.done}
        </button>
      </div>
    </Dialog>
  );
}

function begun(kind: VariableKind, name: string, label?: string): DashboardVariable {
  const head = { name, ...(label !== undefined && { label }) };
  if (kind === "DEVICE") return { kind, ...head };
  if (kind === "CHOICE") return { kind, ...head, choices: [], default: "" };
  return { kind, ...head, default: "" };
}

function freshName(variables: readonly DashboardVariable[]): string {
  const taken = new Set(variables.map(({ name }) => name));
  for (let at = 1; ; at++) if (!taken.has(`variable${at}`)) return `variable${at}`;
}

interface OwnFieldsProps {
  readonly variable: DashboardVariable;
  readonly onChange: (variable: DashboardVariable) => void;
}

function OwnFields({ variable, onChange }: OwnFieldsProps) {
  const { parts: w } = useEditorWords();
  if (variable.kind === "DEVICE")
    return (
      <fieldset className="edit-placed form">
        <legend>{w.among}</legend>
        <DevicesField
          isPlain
          value={variable.among ?? { kind: "ALL" }}
          onChange={(among) => onChange(withField(variable, "among", among as PlainSelection))} // no variable is offered
        />
      </fieldset>
    );
  return (
    <>
      {variable.kind === "CHOICE" && (
        <Lines
          label={w.choices}
          value={variable.choices}
          onChange={(choices) => onChange({ ...variable, choices, default: variable.default || (choices[0] ?? "") })}
        />
      )}
      {variable.kind === "CHANNEL" && (
        <Lines
          label={w.keys}
          value={variable.keys ?? []}
          onChange={(keys) => onChange(withField(variable, "keys", keys.length === 0 ? undefined : keys))}
        />
      )}
      <TextEdit
        label={w.default}
        value={variable.default}
        onChange={(text) => onChange({ ...variable, default: text })}
      />
    </>
  );
}

interface LinesProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

/** What is being typed stays as it is typed; empty lines are nothing. */
function Lines({ label, value, onChange }: LinesProps) {
  const [text, setText] = useState(() => value.join("\n"));
  return (
    <Field label={label}>
      {(id) => (
        <textarea
          id={id}
          rows={4}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            const lines = target.value.split("\n").map((line) => line.trim());
            onChange([...new Set(lines.filter((line) => line !== ""))]);
          }}
        />
      )}
    </Field>
  );
}
