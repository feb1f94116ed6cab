import type { DeviceSelection } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { groupList } from "../../../api/device-groups.ts";
import { typeList, typesShown } from "../../../api/device-types.ts";
import { ChoiceEdit } from "../../../pages/device-types/edit-fields.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useProjects } from "../../../shell/use-project.ts";
import { useEditorState } from "../use-editor.ts";
import { useEditorWords } from "../words/words.ts";
import { DevicePicks } from "./device-picks.tsx";
import { Wrong } from "./section.tsx";

interface DevicesFieldProps {
  readonly value: DeviceSelection;
  readonly onChange: (value: DeviceSelection) => void;
  /** A variable cannot stand for another one. */
  readonly isPlain?: boolean;
}

type Kind = DeviceSelection["kind"];
const kinds = ["VARIABLE", "DEVICES", "TYPE", "GROUP", "PROJECT", "ALL"] as const satisfies readonly Kind[];

/** Which devices it is about [DSH5]. */
export function DevicesField({ value, onChange, isPlain = false }: DevicesFieldProps) {
  const { fields: w } = useEditorWords();
  const begun = useBegunSelection();
  const offered = kinds.filter((kind) => kind === value.kind || (kind !== "VARIABLE" ? true : !isPlain && begun(kind)));
  return (
    <>
      <ChoiceEdit
        label={w.devices}
        value={value.kind}
        options={offered.map((kind) => [kind, w.deviceKinds[kind]] as const)}
        onChange={(kind) => {
          const next = begun(kind);
          if (next) onChange(next);
        }}
      />
      <Which {...{ value, onChange }} />
    </>
  );
}

/** Another kind begins with the first there is; undefined where there is none. */
function useBegunSelection(): (kind: Kind) => DeviceSelection | undefined {
  const { variables } = useEditorState().history.present.configuration;
  const { data: types } = useQuery(typeList("", typesShown));
  const { data: groups } = useQuery(groupList(useTenantId()));
  const projects = useProjects();
  return (kind) => {
    const [type, group, project] = [types?.data[0]?.id.id, groups?.data[0]?.id.id, projects?.[0]?.id.id];
    const variable = variables.find((one) => one.kind === "DEVICE")?.name;
    if (kind === "VARIABLE") return variable === undefined ? undefined : { kind, name: variable };
    if (kind === "TYPE") return type === undefined ? undefined : { kind, deviceProfileId: type };
    if (kind === "GROUP") return group === undefined ? undefined : { kind, deviceGroupId: group };
    if (kind === "PROJECT") return project === undefined ? undefined : { kind, projectId: project };
    return kind === "DEVICES" ? { kind, deviceIds: [] } : { kind };
  };
}

function Which({ value, onChange }: DevicesFieldProps) {
  const { fields: w } = useEditorWords();
  const { variables } = useEditorState().history.present.configuration;
  const { data: types } = useQuery(typeList("", typesShown));
  const { data: groups } = useQuery(groupList(useTenantId()));
  const projects = useProjects();
  switch (value.kind) {
    case "ALL":
      return null;
    case "DEVICES":
      return (
        <>
          <DevicePicks chosen={value.deviceIds} onChange={(deviceIds) => onChange({ ...value, deviceIds })} />
          {value.deviceIds.length === 0 && <Wrong>{w.chooseDevice}</Wrong>}
        </>
      );
    case "VARIABLE": {
      const options = variables
        .filter(({ kind }) => kind === "DEVICE")
        .map(({ name, label }) => ({ id: name, name: label ?? name }));
      return (
        <OneOf
          label={w.variable}
          {...{ options }}
          value={value.name}
          onChange={(name) => onChange({ ...value, name })}
        />
      );
    }
    case "TYPE":
      return (
        <OneOf
          label={w.deviceType}
          options={types?.data.map(({ id, name }) => ({ id: id.id, name }))}
          value={value.deviceProfileId}
          onChange={(deviceProfileId) => onChange({ ...value, deviceProfileId })}
        />
      );
    case "GROUP":
      return (
        <OneOf
          label={w.group}
          options={groups?.data.map(({ id, name }) => ({ id: id.id, name }))}
          value={value.deviceGroupId}
          onChange={(deviceGroupId) => onChange({ ...value, deviceGroupId })}
        />
      );
    case "PROJECT":
      return (
        <OneOf
          label={w.project}
          options={projects?.map(({ id, name }) => ({ id: id.id, name }))}
          value={value.projectId}
          onChange={(projectId) => onChange({ ...value, projectId })}
        />
      );
  }
}

interface OneOfProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** What is chosen stays chosen, also when it is gone. */
export function OneOf({ label, options = [], value, onChange }: OneOfProps) {
  const { fields: w } = useEditorWords();
  const known = options.map(({ id, name }) => [id, name] as const);
  const isKnown = known.some(([id]) => id === value);
  return (
    <ChoiceEdit {...{ label, value, onChange }} options={isKnown ? known : [[value, w.gone] as const, ...known]} />
  );
}
