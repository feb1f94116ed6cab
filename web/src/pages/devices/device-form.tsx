import type { DeviceRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { deviceTypes, saveDevice } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { deviceInputOf } from "./device-input.ts";

const minuteMs = 60_000;

interface DeviceFormProps {
  readonly device: DeviceRecord;
  readonly onClose: () => void;
}

/** Changes a device; new ones are made in the first steps. */
export function DeviceForm({ device, onClose }: DeviceFormProps) {
  const m = useMessages();
  const typesId = useId();
  const client = useQueryClient();
  const { data: types = [] } = useQuery(deviceTypes(useTenantId()));
  const save = async (form: FormData) => {
    const saved = await saveDevice(deviceInputOf(form, device.id.id));
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
          value={timeout === undefined ? "" : String(timeout / minuteMs)}
          hint={m.devices.inactivityHint}
        />
      </Form>
    </Dialog>
  );
}
