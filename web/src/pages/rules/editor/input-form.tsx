import { type InputType, type RuleInput, type TelemetryInput, windowFunctions } from "@heliograph/contract";
import { useId } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { ChoiceEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { withChangedInput, withInputOfKind } from "../sentence/edits.ts";
import { inputKindNames, inputOfKind } from "../sentence/other-inputs.ts";
import { inputNamed } from "../sentence/rule-names.ts";
import { OtherInputForm } from "./other-input-form.tsx";
import { useRuleEditing } from "./rule-editing.ts";
import { SpanEdit } from "./span-edit.tsx";

/** What an input looks at: which channel, its newest value or a window of them, and how old it may be. */
export function InputForm({ name }: { readonly name: string }) {
  const { inputs: words } = useMessages().rules;
  const { definition, change, ground } = useRuleEditing();
  const input = inputNamed(definition.inputs, name);
  if (!input) return null;
  const set = (next: RuleInput) => change?.(withChangedInput(definition, name, next));
  const key = "key" in input ? input.key : (ground.keys[0] ?? "");
  return (
    <>
      <ChoiceEdit
        label={words.kind}
        value={input.kind}
        options={inputKindNames.map((kind) => [kind, words.kinds[kind]] as const)}
        onChange={(kind) => change?.(withInputOfKind(definition, name, inputOfKind(kind, name, key)))}
      />
      {input.kind === "TELEMETRY" ? (
        <TelemetryForm input={input} onChange={set} />
      ) : (
        <OtherInputForm input={input} onChange={set} />
      )}
    </>
  );
}

interface TelemetryFormProps {
  readonly input: TelemetryInput;
  readonly onChange: (input: TelemetryInput) => void;
}

const windowUsualMs = 300_000;
const windows = ["NEWEST", ...windowFunctions] as const;

function TelemetryForm({ input, onChange }: TelemetryFormProps) {
  const m = useMessages();
  const f = m.rules.form;
  const { ground } = useRuleEditing();
  const listId = useId();
  const { window, maxAgeMs: _, type: __, ...rest } = input;
  return (
    <>
      <TextEdit
        label={f.key}
        hint={f.keyHint}
        value={input.key}
        maxLength={256}
        list={listId}
        onChange={(key) => onChange(withKey(input, key, ground.names.channel(key).kind))}
      />
      <datalist id={listId}>
        {ground.keys.map((key) => (
          <option key={key} value={key}>
            {ground.names.channel(key).title}
          </option>
        ))}
      </datalist>
      {!window && (
        <ChoiceEdit
          label={f.kind}
          value={input.type ?? "NUMBER"}
          options={(["NUMBER", "TEXT", "BOOLEAN"] as const).map((one) => [one, f.kinds[one]] as const)}
          onChange={(type) => onChange(withType(input, type))}
        />
      )}
      {(input.type ?? "NUMBER") === "NUMBER" && (
        <ChoiceEdit
          label={f.window}
          value={window?.function ?? "NEWEST"}
          options={windows.map((one) => [one, one === "NEWEST" ? f.newest : m.rules.windowNames[one]] as const)}
          onChange={(next) =>
            onChange(
              next === "NEWEST"
                ? rest
                : { ...rest, window: { function: next, overMs: window?.overMs ?? windowUsualMs } },
            )
          }
        />
      )}
      {window ? (
        <SpanEdit
          label={f.over}
          value={window.overMs}
          onChange={(overMs) => overMs !== undefined && onChange({ ...input, window: { ...window, overMs } })}
        />
      ) : (
        <SpanEdit
          label={f.maxAge}
          hint={f.maxAgeHint}
          value={input.maxAgeMs}
          onChange={(maxAgeMs) => onChange(withMaxAge(input, maxAgeMs))}
        />
      )}
    </>
  );
}

/** What a channel is said to be counts as what its values are. */
function withKey(input: TelemetryInput, key: string, kind: string): TelemetryInput {
  const next = { ...input, key };
  if (next.window) return next;
  return withType(next, kind === "text" ? "TEXT" : kind === "boolean" ? "BOOLEAN" : (input.type ?? "NUMBER"));
}

function withType({ type: _, ...rest }: TelemetryInput, type: InputType): TelemetryInput {
  return type === "NUMBER" ? rest : { ...rest, type };
}

function withMaxAge({ maxAgeMs: _, ...rest }: TelemetryInput, maxAgeMs: number | undefined): TelemetryInput {
  return maxAgeMs === undefined ? rest : { ...rest, maxAgeMs };
}
