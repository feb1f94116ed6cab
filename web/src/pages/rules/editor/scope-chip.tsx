import type { RuleScope } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { groupList } from "../../../api/device-groups.ts";
import { typeList } from "../../../api/device-types.ts";
import { devicePage } from "../../../api/devices.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useProject, useProjects } from "../../../shell/use-project.ts";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { idsOf } from "../sentence/rule-names.ts";
import { scopeText } from "../sentence/wording.ts";
import { typesNamed } from "../use-rule-names.ts";
import { Chip } from "./chip.tsx";
import { PickList } from "./pick-list.tsx";
import { useRuleEditing } from "./rule-editing.ts";

const kinds = ["DEVICE_TYPE", "PROJECT", "DEVICE_GROUP", "DEVICE"] as const;

/** Which devices it is for, and how many these are. */
export function ScopeChip() {
  const m = useMessages();
  const locale = useLocale();
  const { definition, change, ground, wording } = useRuleEditing();
  const { scope } = definition;
  const total = ground.devices?.total;
  const text = (
    <>
      {scopeText(scope, wording)}{" "}
      {total !== undefined && scope.kind !== "DEVICE" && (
        <span className="rule-chip-count" title={m.rules.scope.found(countText(total, locale))}>
          {countText(total, locale)}
        </span>
      )}
    </>
  );
  return (
    <Chip label={m.rules.scopeOf} text={text} path="scope">
      <ScopeForm scope={scope} onChange={(next) => change?.({ ...definition, scope: next })} />
    </Chip>
  );
}

interface ScopeFormProps {
  readonly scope: RuleScope;
  readonly onChange: (scope: RuleScope) => void;
}

function ScopeForm({ scope, onChange }: ScopeFormProps) {
  const m = useMessages();
  const begun = useScopeOfKind();
  return (
    <>
      <ChoiceEdit
        label={m.rules.scope.kind}
        value={scope.kind}
        options={kinds.map((kind) => [kind, m.rules.scope.kinds[kind]] as const)}
        onChange={(kind) => onChange(begun(kind))}
      />
      {scope.kind === "DEVICE_GROUP" && (
        <Group chosen={scope.deviceGroupId} onChange={(deviceGroupId) => onChange({ ...scope, deviceGroupId })} />
      )}
      {scope.kind === "DEVICE" && (
        <Devices chosen={scope.deviceIds} onChange={(deviceIds) => onChange({ ...scope, deviceIds })} />
      )}
      {scope.kind === "DEVICE_TYPE" && (
        <Types
          label={m.rules.scope.types}
          chosen={scope.deviceTypeIds}
          onChange={(deviceTypeIds) => onChange({ ...scope, deviceTypeIds })}
        />
      )}
      {scope.kind === "PROJECT" && (
        <>
          <Projects chosen={scope.projectIds} onChange={(projectIds) => onChange({ ...scope, projectIds })} />
          <Types
            label={m.rules.scope.ofTypes}
            chosen={scope.deviceTypeIds ?? []}
            onChange={(types) => {
              const { deviceTypeIds: _, ...rest } = scope;
              onChange(types.length === 0 ? rest : { ...rest, deviceTypeIds: types });
            }}
          />
        </>
      )}
    </>
  );
}

/** Another kind begins with what was meant before, as far as that can be told. */
function useScopeOfKind(): (kind: (typeof kinds)[number]) => RuleScope {
  const { definition, ground } = useRuleEditing();
  const { data: types } = useQuery(typeList("", typesNamed));
  const { data: groups } = useQuery(groupList(useTenantId()));
  const projects = useProjects() ?? [];
  const { project } = useProject();
  return (kind) => {
    const known = idsOf(definition.scope);
    const [first] = ground.devices?.devices ?? [];
    if (kind === "DEVICE_GROUP") return { kind, deviceGroupId: groups?.data[0]?.id.id ?? "" };
    if (kind === "DEVICE") return { kind, deviceIds: first ? [first.id] : known.devices };
    const typeIds = [known.types[0] ?? first?.typeId ?? types?.data[0]?.id.id].flatMap((id) => id ?? []);
    if (kind === "DEVICE_TYPE") return { kind, deviceTypeIds: typeIds };
    const projectId = projects.find(({ id }) => id.id === project)?.id.id ?? projects[0]?.id.id;
    return {
      kind,
      projectIds: projectId === undefined ? [] : [projectId],
      ...(known.types.length > 0 && { deviceTypeIds: known.types }),
    };
  };
}

interface ChosenProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

interface GroupProps {
  readonly chosen: string;
  readonly onChange: (deviceGroupId: string) => void;
}

/** One of the tenant's groups: who is in it changes by itself. */
function Group({ chosen, onChange }: GroupProps) {
  const { scope: words } = useMessages().rules;
  const { data } = useQuery(groupList(useTenantId()));
  const groups = data?.data ?? [];
  if (data && groups.length === 0) return <p className="soft">{words.noGroups}</p>;
  const known = groups.map(({ id, name }) => [id.id, name] as const);
  const options = known.some(([id]) => id === chosen) ? known : [[chosen, words.gone] as const, ...known];
  return <ChoiceEdit label={words.groupOf} value={chosen} options={options} onChange={onChange} />;
}

function Types({ label, ...rest }: ChosenProps & { readonly label: string }) {
  const [text, setText] = useState("");
  const { data } = useQuery(typeList("", typesNamed));
  const picks = data?.data.map(({ id, name }) => ({ id: id.id, name })) ?? [];
  return <PickList label={label} picks={picks} text={text} onSearch={setText} {...rest} />;
}

function Projects(props: ChosenProps) {
  const m = useMessages();
  const [text, setText] = useState("");
  const picks = useProjects()?.map(({ id, name }) => ({ id: id.id, name })) ?? [];
  return <PickList label={m.rules.scope.projects} picks={picks} text={text} onSearch={setText} {...props} />;
}

/** There may be many: the server looks for them. */
function Devices(props: ChosenProps) {
  const m = useMessages();
  const { ground } = useRuleEditing();
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const { data } = useQuery(devicePage(useTenantId(), search ? { textSearch: search } : {}, 0));
  const found = data?.data.map(({ id, name }) => ({ id: id.id, name })) ?? [];
  const known = (ground.devices?.devices ?? []).filter(({ id }) => props.chosen.includes(id));
  const picks = [...new Map([...known, ...found].map((one) => [one.id, one])).values()];
  return <PickList label={m.rules.scope.devices} picks={picks} text={text} onSearch={setText} {...props} />;
}
