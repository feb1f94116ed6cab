import type { DeviceRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { typeList, typesShown } from "../../api/device-types.ts";
import { saveDevice } from "../../api/devices.ts";
import { projectList } from "../../api/projects.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { deviceInputOf } from "../devices/device-input.ts";
import { ProjectField } from "../projects/project-field.tsx";
import { Step } from "./step.tsx";
import { TypeChoice } from "./type-choice.tsx";

interface NewDeviceProps {
  /** Where it goes: the project that is looked at. */
  readonly project: string | undefined;
  readonly onCreated: (device: DeviceRecord) => void;
}

/** The first two steps: what it is, and what it is called. */
export function NewDevice({ project, onCreated }: NewDeviceProps) {
  const m = useMessages();
  const client = useQueryClient();
  const { data: types, error } = useQuery(typeList("", typesShown));
  const hasProjects = (useQuery(projectList(useTenantId())).data?.totalElements ?? 0) > 0;
  const [type, setType] = useState<string>();
  const create = async (form: FormData) => {
    form.set("type", type ?? textOf(form, "newType"));
    const saved = await saveDevice(deviceInputOf(form));
    client.setQueryData(["device", saved.id.id], saved);
    for (const key of ["devices", "device-types", "device-type-list", "projects"])
      void client.invalidateQueries({ queryKey: [key] });
    toast(m.devices.created(saved.name));
    onCreated(saved);
  };
  return (
    <Form action={m.connect.createDevice} send={create} className="card new-device">
      <ol className="steps">
        <Step title={m.connect.what}>
          {types || error ? (
            <TypeChoice types={types?.data ?? []} value={type} onChange={setType} />
          ) : (
            <Skeleton lines={2} />
          )}
        </Step>
        <Step title={m.connect.nameAndPlace}>
          <div className="form-pair">
            <TextField
              label={m.common.name}
              name="name"
              required
              maxLength={255}
              placeholder={m.connect.namePlaceholder}
            />
            <TextField label={m.devices.label} name="label" maxLength={255} placeholder={m.connect.labelPlaceholder} />
            {hasProjects && (
              <ProjectField
                label={m.projects.project}
                name="project"
                value={project === "none" ? undefined : project}
                none={m.projects.unassigned}
              />
            )}
          </div>
        </Step>
      </ol>
    </Form>
  );
}
