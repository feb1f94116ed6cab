import { alarmSeverities, type NotifiedAlarms } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { alarmTypes } from "../../../api/alarms.ts";
import { typeList } from "../../../api/device-types.ts";
import { devicePage } from "../../../api/devices.ts";
import { scopeDevices } from "../../../api/rule-scope.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { useProjects } from "../../../shell/use-project.ts";
import { CheckEdit } from "../../device-types/edit-fields.tsx";
import { PickList } from "../../rules/editor/pick-list.tsx";
import { typesNamed } from "../../rules/use-rule-names.ts";

interface AlarmsFormProps {
  readonly alarms: NotifiedAlarms;
  readonly onChange: (alarms: NotifiedAlarms) => void;
}

/** A list with nothing in it asks for nothing. */
const without = (alarms: NotifiedAlarms): NotifiedAlarms =>
  Object.fromEntries(Object.entries(alarms).filter(([, list]) => list.length > 0));

/** Which alarms: how bad, and what they are called. */
export function WhichForm({ alarms, onChange }: AlarmsFormProps) {
  const m = useMessages();
  const chosen = alarms.severities ?? [];
  const [text, setText] = useState("");
  const { data } = useQuery(alarmTypes());
  const known = new Set([...(alarms.types ?? []), ...(data?.data.map(({ type }) => type) ?? [])]);
  return (
    <>
      <fieldset className="checks">
        <legend>{m.policies.form.severities}</legend>
        {alarmSeverities.map((one) => (
          <CheckEdit
            key={one}
            label={m.alarms.severities[one]}
            value={chosen.includes(one)}
            onChange={(isOn) => {
              const severities = alarmSeverities.filter((other) => (other === one ? isOn : chosen.includes(other)));
              onChange(without({ ...alarms, severities }));
            }}
          />
        ))}
      </fieldset>
      {known.size > 0 && (
        <PickList
          label={m.policies.form.types}
          picks={[...known].map((type) => ({ id: type, name: type }))}
          chosen={alarms.types ?? []}
          text={text}
          onSearch={setText}
          onChange={(types) => onChange(without({ ...alarms, types }))}
        />
      )}
    </>
  );
}

/** Of which devices: types, projects, or single ones. */
export function WhereForm({ alarms, onChange }: AlarmsFormProps) {
  const { form } = useMessages().policies;
  const { data: types } = useQuery(typeList("", typesNamed));
  const projects = useProjects();
  const set = (part: "deviceIds" | "deviceProfileIds" | "projectIds") => (chosen: string[]) =>
    onChange(without({ ...alarms, [part]: chosen }));
  return (
    <>
      <small className="soft">{form.whereText}</small>
      <Picks
        label={form.deviceTypes}
        all={types?.data}
        chosen={alarms.deviceProfileIds}
        onChange={set("deviceProfileIds")}
      />
      {projects && projects.length > 0 && (
        <Picks label={form.projects} all={projects} chosen={alarms.projectIds} onChange={set("projectIds")} />
      )}
      <Devices chosen={alarms.deviceIds ?? []} onChange={set("deviceIds")} />
    </>
  );
}

interface PicksProps {
  readonly label: string;
  readonly all: readonly { readonly id: { readonly id: string }; readonly name: string }[] | undefined;
  readonly chosen: readonly string[] | undefined;
  readonly onChange: (chosen: string[]) => void;
}

function Picks({ label, all = [], chosen = [], onChange }: PicksProps) {
  const [text, setText] = useState("");
  const picks = all.map(({ id, name }) => ({ id: id.id, name }));
  return <PickList label={label} picks={picks} chosen={chosen} text={text} onSearch={setText} onChange={onChange} />;
}

interface DevicesProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** There may be many: the server looks for them. */
function Devices({ chosen, onChange }: DevicesProps) {
  const { form } = useMessages().policies;
  const tenantId = useTenantId();
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const { data } = useQuery(devicePage(tenantId, search ? { textSearch: search } : {}, 0));
  const scope = { kind: "DEVICE" as const, deviceIds: [...chosen] };
  const { data: named } = useQuery({ ...scopeDevices(tenantId, scope), enabled: chosen.length > 0 });
  const found = data?.data.map(({ id, name }) => ({ id: id.id, name })) ?? [];
  const known = (named?.devices ?? []).filter(({ id }) => chosen.includes(id));
  const picks = [...new Map([...known, ...found].map((one) => [one.id, one])).values()];
  return (
    <PickList label={form.devices} picks={picks} chosen={chosen} text={text} onSearch={setText} onChange={onChange} />
  );
}
