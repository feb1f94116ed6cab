import type {
  CalculatedChannelInput,
  CalculatedInput,
  CalculatedProjectInput,
  InputType,
  ProjectFunction,
} from "@heliograph/contract";
import { projectFunctions } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { typeList } from "../../../api/device-types.ts";
import { knownKeys } from "../../../api/known-keys.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useProjects } from "../../../shell/use-project.ts";
import { ChoiceEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { indentedName, treeRows } from "../../projects/project-tree.ts";
import { PickList } from "../../rules/editor/pick-list.tsx";
import { SpanEdit } from "../../rules/editor/span-edit.tsx";
import { typesNamed } from "../../rules/use-rule-names.ts";
import { useCalculatedEditing } from "./calculated-editing.ts";

interface InputFormProps<Input extends CalculatedInput = CalculatedInput> {
  readonly input: Input;
  readonly onChange: (input: CalculatedInput) => void;
}

/** What a value of the expression is. */
export function InputForm({
  input,
  onChange,
  onRename,
}: InputFormProps & { readonly onRename: (name: string) => void }) {
  const m = useMessages();
  return (
    <>
      <TextEdit label={m.calculated.inputName} value={input.name} maxLength={64} onChange={onRename} />
      {input.kind === "CHANNEL" ? (
        <ChannelFields input={input} onChange={onChange} />
      ) : (
        <ProjectFields input={input} onChange={onChange} />
      )}
      <SpanEdit
        label={m.calculated.maxAge}
        hint={m.calculated.maxAgeHint}
        value={input.maxAgeMs}
        onChange={(maxAgeMs) => {
          const { maxAgeMs: _, ...rest } = input;
          onChange(maxAgeMs === undefined ? rest : { ...rest, maxAgeMs });
        }}
      />
    </>
  );
}

interface KeyEditProps {
  readonly value: string;
  readonly keys: readonly string[];
  readonly onChange: (key: string) => void;
}

function KeyEdit({ value, keys, onChange }: KeyEditProps) {
  const m = useMessages();
  const listId = useId();
  return (
    <>
      <TextEdit
        label={m.calculated.inputKey}
        hint={m.calculated.inputKeyHint}
        value={value}
        maxLength={256}
        list={listId}
        onChange={onChange}
      />
      <datalist id={listId}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  );
}

const types: readonly InputType[] = ["NUMBER", "TEXT", "BOOLEAN"];

function ChannelFields({ input, onChange }: InputFormProps<CalculatedChannelInput>) {
  const m = useMessages();
  const { ground } = useCalculatedEditing();
  const { type: _, ...rest } = input;
  return (
    <>
      <KeyEdit value={input.key} keys={ground.keys} onChange={(key) => onChange({ ...input, key })} />
      <ChoiceEdit
        label={m.calculated.inputType}
        value={input.type ?? "NUMBER"}
        options={types.map((type) => [type, m.rules.form.kinds[type]] as const)}
        onChange={(type) => onChange(type === "NUMBER" ? rest : { ...rest, type })}
      />
    </>
  );
}

function ProjectFields({ input, onChange }: InputFormProps<CalculatedProjectInput>) {
  const m = useMessages();
  const { data: keys } = useQuery(knownKeys(useTenantId()));
  const projects = treeRows(useProjects() ?? []);
  const { projectId: _, ...rest } = input;
  return (
    <>
      <ChoiceEdit<ProjectFunction>
        label={m.calculated.function}
        value={input.function}
        options={projectFunctions.map((one) => [one, m.calculated.functions[one]] as const)}
        onChange={(next) => onChange({ ...input, function: next })}
      />
      <KeyEdit value={input.key} keys={keys?.telemetry ?? []} onChange={(key) => onChange({ ...input, key })} />
      <ChoiceEdit
        label={m.calculated.project}
        value={input.projectId ?? ""}
        options={[
          ["", m.calculated.anyProject],
          ...projects.map((row) => [row.project.id.id, indentedName(row)] as const),
        ]}
        onChange={(projectId) => onChange(projectId === "" ? rest : { ...rest, projectId })}
      />
      <TypePicks input={input} onChange={onChange} />
    </>
  );
}

function TypePicks({ input, onChange }: InputFormProps<CalculatedProjectInput>) {
  const m = useMessages();
  const [text, setText] = useState("");
  const { data } = useQuery(typeList("", typesNamed));
  const { deviceTypeIds = [], ...rest } = input;
  return (
    <PickList
      label={m.calculated.onlyTypes}
      picks={data?.data.map(({ id, name }) => ({ id: id.id, name })) ?? []}
      chosen={deviceTypeIds}
      text={text}
      onSearch={setText}
      onChange={(chosen) => onChange(chosen.length === 0 ? rest : { ...rest, deviceTypeIds: chosen })}
    />
  );
}
