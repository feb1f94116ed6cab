import { exactJson } from "@heliograph/client";
import type { CommandInput } from "@heliograph/contract";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { parsedValue } from "../../../typed-fields/attribute-value.ts";
import { jsonProblem } from "../../../typed-fields/json-problem.ts";
import { Field } from "../../../ui/field.tsx";
import { ChoiceEdit, NumberEdit, TextEdit } from "../../device-types/edit-fields.tsx";

interface CommandFieldsProps {
  readonly command: CommandInput;
  readonly onChange: (command: CommandInput) => void;
}

const types = ["SCPI", "SCRIPT", "RPC"] as const;
const minuteMs = 60_000;

/** A command as it is written into a sequence. */
export function CommandFields({ command, onChange }: CommandFieldsProps) {
  const m = useMessages();
  const { expiresIn: _, ...rest } = command;
  return (
    <>
      <ChoiceEdit
        label={m.common.type}
        value={command.type}
        options={types.map((type) => [type, m.commands.types[type]] as const)}
        onChange={(type) => onChange(ofType(type, command))}
      />
      {command.type === "SCPI" && (
        <ChoiceEdit
          label={m.commands.target}
          value={command.target ?? "dev"}
          options={(["dev", "app"] as const).map((one) => [one, m.commands.targets[one]] as const)}
          onChange={(target) => onChange({ ...command, target })}
        />
      )}
      {command.type === "RPC" ? (
        <>
          <TextEdit
            label={m.commands.method}
            value={command.method}
            maxLength={256}
            onChange={(method) => onChange({ ...command, method })}
          />
          <ParamsEdit command={command} onChange={onChange} />
        </>
      ) : (
        <Field label={m.commands.text}>
          {(id) => (
            <textarea
              id={id}
              rows={3}
              spellCheck={false}
              value={command.text ?? ""}
              onChange={({ target }) => onChange({ ...command, text: target.value })}
            />
          )}
        </Field>
      )}
      <NumberEdit
        label={m.commands.expiresIn}
        value={command.expiresIn === undefined ? undefined : command.expiresIn / minuteMs}
        onChange={(minutes) =>
          onChange(minutes !== undefined && minutes > 0 ? { ...rest, expiresIn: Math.round(minutes * minuteMs) } : rest)
        }
      />
      <small>{m.commands.expiresHint}</small>
    </>
  );
}

function ofType(type: CommandInput["type"], { text, method, expiresIn }: CommandInput): CommandInput {
  const expiry = expiresIn !== undefined && { expiresIn };
  if (type === "RPC") return { type, method: method ?? "reset", ...expiry };
  return { type, ...(type === "SCPI" && { target: "dev" as const }), text: text ?? "*RST", ...expiry };
}

/** What is not JSON yet stays as it is typed, and changes nothing. */
function ParamsEdit({ command, onChange }: CommandFieldsProps) {
  const m = useMessages();
  const [text, setText] = useState(command.params === undefined ? "" : exactJson(command.params));
  const [problem, setProblem] = useState<string>();
  const take = (typed: string) => {
    setText(typed);
    const { params: _, ...rest } = command;
    const parsed = typed.trim() === "" ? undefined : parsedValue("json", typed);
    if (parsed && !("value" in parsed)) return setProblem(jsonProblem(typed, m));
    setProblem(undefined);
    onChange(parsed ? { ...rest, params: parsed.value } : rest);
  };
  return (
    <Field label={m.commands.params} problem={problem}>
      {(id) => (
        <textarea
          id={id}
          rows={2}
          spellCheck={false}
          placeholder='{"on": true}'
          value={text}
          onChange={({ target }) => take(target.value)}
        />
      )}
    </Field>
  );
}
