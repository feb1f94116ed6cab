import type { CalculatedScope } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { typeList } from "../../../api/device-types.ts";
import { devicePage } from "../../../api/devices.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { SentenceChip } from "../../../ui/chip.tsx";
import { Field } from "../../../ui/field.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { problemText } from "../../rules/problem-text.ts";
import { typesNamed } from "../../rules/use-rule-names.ts";
import { useCalculatedEditing } from "./calculated-editing.ts";

const kinds = ["DEVICE_TYPE", "DEVICE"] as const;

/** For which devices it is calculated. */
export function ScopeChip() {
  const m = useMessages();
  const { definition, change, ground, problemsAt } = useCalculatedEditing();
  const { scope } = definition;
  const { data: types } = useQuery(typeList("", typesNamed));
  const begin = (kind: CalculatedScope["kind"]): CalculatedScope => {
    const [first] = ground.devices?.devices ?? [];
    if (kind === "DEVICE") return { kind, deviceId: first?.id ?? "" };
    return { kind, deviceTypeId: first?.typeId ?? types?.data[0]?.id.id ?? "" };
  };
  return (
    <SentenceChip
      label={m.calculated.scope}
      text={<ScopeText scope={scope} />}
      problems={problemsAt("scope").map((problem) => problemText(problem, m.rules.problemTexts))}
      isReadOnly={!change}
    >
      <ChoiceEdit
        label={m.calculated.scope}
        value={scope.kind}
        options={kinds.map((kind) => [kind, m.calculated.scopes[kind]] as const)}
        onChange={(kind) => change?.({ ...definition, scope: begin(kind) })}
      />
      {scope.kind === "DEVICE_TYPE" ? (
        <ChoiceEdit
          label={m.calculated.type}
          value={scope.deviceTypeId}
          options={[
            ...(scope.deviceTypeId === "" ? [["", m.calculated.chooseScope] as const] : []),
            ...(types?.data ?? []).map(({ id, name }) => [id.id, name] as const),
          ]}
          onChange={(deviceTypeId) => change?.({ ...definition, scope: { ...scope, deviceTypeId } })}
        />
      ) : (
        <DeviceEdit
          deviceId={scope.deviceId}
          onChange={(deviceId) => change?.({ ...definition, scope: { ...scope, deviceId } })}
        />
      )}
    </SentenceChip>
  );
}

function ScopeText({ scope }: { readonly scope: CalculatedScope }) {
  const m = useMessages();
  const { ground } = useCalculatedEditing();
  const { names, devices } = ground;
  const { data: types } = useQuery(typeList("", typesNamed));
  if (scope.kind === "DEVICE_TYPE") {
    const name = names.type(scope.deviceTypeId);
    if (scope.deviceTypeId === "") return m.calculated.chooseScope;
    return m.calculated.everyTypeOf(name ?? (types ? m.calculated.gone : "…"));
  }
  if (scope.deviceId === "") return m.calculated.chooseScope;
  return names.device(scope.deviceId) ?? (devices ? m.calculated.gone : "…");
}

interface DeviceEditProps {
  readonly deviceId: string;
  readonly onChange: (deviceId: string) => void;
}

/** There may be many: what is typed is looked for by the server; a name that is one counts. */
function DeviceEdit({ deviceId, onChange }: DeviceEditProps) {
  const m = useMessages();
  const listId = useId();
  const { ground } = useCalculatedEditing();
  const known = ground.names.device(deviceId);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? known ?? "";
  const search = useDeferredValue(text.trim());
  const { data, isFetching } = useQuery(devicePage(useTenantId(), search ? { textSearch: search } : {}, 0));
  const found = typed === undefined ? undefined : data?.data.find(({ name }) => name === typed)?.id.id;
  const choose = useRef(onChange);
  choose.current = onChange;
  // The answer comes after the name was typed.
  useEffect(() => {
    if (found !== undefined && found !== deviceId) choose.current(found);
  }, [found, deviceId]);
  const isUnknown = found === undefined && typed !== undefined && typed !== known && data !== undefined && !isFetching;
  return (
    <Field
      label={m.calculated.device}
      hint={m.calculated.deviceHint}
      problem={isUnknown ? m.calculated.noDeviceFound : undefined}
    >
      {(id) => (
        <>
          <input
            id={id}
            list={listId}
            maxLength={255}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setTyped(target.value)}
          />
          <datalist id={listId}>
            {data?.data.map((one) => (
              <option key={one.id.id} value={one.name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
