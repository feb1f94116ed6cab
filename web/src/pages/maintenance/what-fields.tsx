import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { alarmTypes } from "../../api/alarms.ts";
import { typeList } from "../../api/device-types.ts";
import { devicePage } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Field, TextField } from "../../ui/field.tsx";
import { ProjectField } from "../projects/project-field.tsx";
import { typesNamed } from "./window-table.tsx";

interface WhatFieldsProps {
  readonly window: MaintenanceWindowRecord | undefined;
  readonly deviceName: string | undefined;
}

/** What it is for: nothing of it has to be said. */
export function WhatFields({ window, deviceName }: WhatFieldsProps) {
  const m = useMessages();
  const listId = useId();
  const { data: alarms } = useQuery(alarmTypes());
  return (
    <>
      <p className="soft">{m.maintenance.fitsAll}</p>
      <div className="form-pair">
        <ProjectField
          label={m.maintenance.project}
          name="project"
          value={window?.projectId?.id}
          none={m.maintenance.anyProject}
        />
        <TypeField chosen={window?.deviceProfileId?.id} />
      </div>
      <div className="form-pair">
        <DeviceField name={deviceName} />
        <TextField
          label={m.maintenance.alarm}
          name="alarm"
          hint={m.maintenance.alarmHint}
          value={window?.alarmType}
          list={listId}
          maxLength={255}
        />
        <datalist id={listId}>
          {alarms?.data.map(({ type }) => (
            <option key={type} value={type} />
          ))}
        </datalist>
      </div>
    </>
  );
}

function TypeField({ chosen = "" }: { readonly chosen: string | undefined }) {
  const m = useMessages();
  const { data } = useQuery(typeList("", typesNamed));
  return (
    <Field label={m.maintenance.type}>
      {(id) => (
        <select id={id} name="type" defaultValue={chosen} key={data ? "there" : "coming"}>
          <option value="">{m.maintenance.anyType}</option>
          {data?.data.map((type) => (
            <option key={type.id.id} value={type.id.id}>
              {type.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** There may be many: what is typed is looked for by the server. */
function DeviceField({ name = "" }: { readonly name: string | undefined }) {
  const m = useMessages();
  const listId = useId();
  const [text, setText] = useState(name);
  const search = useDeferredValue(text.trim());
  const { data } = useQuery(devicePage(useTenantId(), search ? { textSearch: search } : {}, 0));
  return (
    <Field label={m.maintenance.device} hint={m.maintenance.deviceHint}>
      {(id) => (
        <>
          <input
            id={id}
            name="device"
            list={listId}
            maxLength={255}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
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
