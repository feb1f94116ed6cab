import {
  type AttributeInput,
  type CommandInputOfRule,
  commandEvents,
  commandEventsOf,
  type FileInput,
  type RuleInput,
} from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { alarmTypes } from "../../../api/alarms.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { CheckEdit, ChoiceEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import type { OtherInput } from "../sentence/other-inputs.ts";

interface OtherFormProps<Input extends OtherInput = OtherInput> {
  readonly input: Input;
  readonly onChange: (input: RuleInput) => void;
}

/** What is looked at beside points: attributes, contact, alarms, files and commands [RUL1]. */
export function OtherInputForm({ input, onChange }: OtherFormProps) {
  const { inputs: words } = useMessages().rules;
  switch (input.kind) {
    case "ATTRIBUTE":
      return <AttributeFields input={input} onChange={onChange} />;
    case "ACTIVITY":
      return <small className="soft">{words.activityHint}</small>;
    case "ALARM":
      return <AlarmField input={input} onChange={onChange} />;
    case "FILE":
      return <FileFields input={input} onChange={onChange} />;
    case "COMMAND":
      return <CommandFields input={input} onChange={onChange} />;
  }
}

const scopes = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const;

function AttributeFields({ input, onChange }: OtherFormProps<AttributeInput>) {
  const { inputs: words, form } = useMessages().rules;
  const { type = "NUMBER", ...rest } = input;
  return (
    <>
      <ChoiceEdit
        label={words.scope}
        value={input.scope}
        options={scopes.map((one) => [one, words.scopes[one]] as const)}
        onChange={(scope) => onChange({ ...input, scope })}
      />
      <TextEdit label={words.key} value={input.key} maxLength={256} onChange={(key) => onChange({ ...input, key })} />
      <ChoiceEdit
        label={form.kind}
        value={type}
        options={(["NUMBER", "TEXT", "BOOLEAN"] as const).map((one) => [one, form.kinds[one]] as const)}
        onChange={(next) => onChange(next === "NUMBER" ? rest : { ...rest, type: next })}
      />
    </>
  );
}

function AlarmField({ input, onChange }: OtherFormProps<Extract<OtherInput, { kind: "ALARM" }>>) {
  const { inputs: words } = useMessages().rules;
  const listId = useId();
  const { data } = useQuery(alarmTypes());
  return (
    <>
      <TextEdit
        label={words.alarmType}
        hint={words.alarmHint}
        value={input.alarmType}
        list={listId}
        onChange={(alarmType) => onChange({ ...input, alarmType })}
      />
      <datalist id={listId}>
        {data?.data.map(({ type }) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </>
  );
}

function FileFields({ input, onChange }: OtherFormProps<FileInput>) {
  const { inputs: words } = useMessages().rules;
  const { tag: _, ...rest } = input;
  return (
    <>
      <TextEdit
        label={words.tag}
        hint={words.tagHint}
        value={input.tag}
        onChange={(tag) => onChange(tag === "" ? rest : { ...rest, tag })}
      />
      <Momentary input={input} onChange={onChange} />
    </>
  );
}

const anyType = "";
const commandTypes = ["LIST_FILES", "REQUEST_FILE", "SCRIPT", "SCPI", "RPC"] as const;

function CommandFields({ input, onChange }: OtherFormProps<CommandInputOfRule>) {
  const { inputs: words } = useMessages().rules;
  const { type: _, ...rest } = input;
  const events = commandEventsOf(input);
  return (
    <>
      <ChoiceEdit
        label={words.commandType}
        value={input.type ?? anyType}
        options={[[anyType, words.anyCommand] as const, ...commandTypes.map((one) => [one, one] as const)]}
        onChange={(type) => onChange(type === anyType ? rest : { ...rest, type })}
      />
      <fieldset className="checks">
        <legend>{words.events}</legend>
        {commandEvents.map((one) => (
          <CheckEdit
            key={one}
            label={words.commands[one]}
            value={events.includes(one)}
            onChange={(isOn) => {
              const next = commandEvents.filter((other) => (other === one ? isOn : events.includes(other)));
              if (next.length > 0) onChange({ ...input, events: next });
            }}
          />
        ))}
      </fieldset>
      <Momentary input={input} onChange={onChange} />
    </>
  );
}

/** Whether it holds for the moment it happens, or until the next one. */
function Momentary({ input, onChange }: OtherFormProps<FileInput | CommandInputOfRule>) {
  const { inputs: words } = useMessages().rules;
  const { momentary: _, ...rest } = input;
  return (
    <>
      <CheckEdit
        label={words.momentary}
        value={input.momentary === true}
        onChange={(isOn) => onChange(isOn ? { ...rest, momentary: true } : rest)}
      />
      <small className="soft">{words.momentaryHint}</small>
    </>
  );
}
