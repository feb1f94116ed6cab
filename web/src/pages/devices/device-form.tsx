import type { DeviceRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { deviceNow, deviceTypes, saveDevice } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { toast } from "../../ui/toast.tsx";
import { type DeviceFieldName, deviceChanges } from "./device-changes.ts";
import { deviceInputOf } from "./device-input.ts";

const minuteMs = 60_000;

interface DeviceFormProps {
  readonly device: DeviceRecord;
  readonly onClose: () => void;
}

/** Changes a device; new ones are made in the first steps. */
export function DeviceForm({ device: current, onClose }: DeviceFormProps) {
  const m = useMessages();
  const [device] = useState(current); // what somebody else saves meanwhile does not change what is typed
  const changedInput = useChangedInput(device);
  const typesId = useId();
  const client = useQueryClient();
  const { data: types = [] } = useQuery(deviceTypes(useTenantId()));
  const save = async (form: FormData) => {
    const saved = await saveDevice(await changedInput(form));
    client.setQueryData(["device", saved.id.id], saved);
    void client.invalidateQueries({ queryKey: ["devices"] });
    void client.invalidateQueries({ queryKey: ["device-types"] });
    void client.invalidateQueries({ queryKey: ["projects"] });
    toast(m.common.saved);
    onClose();
  };
  const timeout = device.additionalInfo.inactivityTimeout;
  return (
    <Dialog title={m.devices.editTitle} onClose={onClose}>
      <Form action={m.common.save} send={save} onCancel={onClose}>
        <TextField label={m.common.name} name="name" value={device.name} required maxLength={255} autoFocus />
        <div className="form-pair">
          <TextField label={m.common.type} name="type" value={device.type} list={typesId} maxLength={255} />
          <TextField label={m.devices.label} name="label" value={device.label} maxLength={255} />
          <TextField label={m.devices.serial} name="serialNumber" value={device.serialNumber} maxLength={255} />
          <TextField label={m.devices.firmware} name="firmwareVersion" value={device.firmwareVersion} maxLength={255} />
        </div>
        <datalist id={typesId}>
          {types.map(({ type }) => (
            <option key={type} value={type} />
          ))}
        </datalist>
        <Field label={m.devices.description}>
          {(id) => (
            <textarea
              id={id}
              name="description"
              defaultValue={device.additionalInfo.description ?? ""}
              maxLength={4096}
              rows={3}
            />
          )}
        </Field>
        <TextField
          label={m.devices.inactivity}
          name="inactivity"
          type="number"
          min={1 / 60}
          value={timeout === undefined ? "" : String(timeout / minuteMs)}
          hint={m.devices.inactivityHint}
        />
      </Form>
    </Dialog>
  );
}

/** Other people's changes stay. Where both changed the same field it is told once; who saves again means it. */
function useChangedInput(device: DeviceRecord) {
  const m = useMessages();
  const known = useRef(device);
  const words: Readonly<Record<DeviceFieldName, string>> = {
    name: m.common.name,
    type: m.common.type,
    label: m.devices.label,
    serialNumber: m.devices.serial,
    firmwareVersion: m.devices.firmware,
    description: m.devices.description,
    inactivityTimeout: m.devices.inactivity,
  };
  return async (form: FormData) => {
    const now = await deviceNow(device.id.id);
    const { input, changedByBoth } = deviceChanges(device, deviceInputOf(form, device.id.id), now, known.current);
    known.current = now;
    if (changedByBoth.length === 0) return input;
    throw new FormProblem(m.devices.changedByBoth(changedByBoth.map((field) => words[field]).join(", ")));
  };
}
