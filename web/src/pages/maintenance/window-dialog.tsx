import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { device } from "../../api/devices.ts";
import { saveWindow } from "../../api/maintenance.ts";
import { api } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { WhatFields } from "./what-fields.tsx";
import { OnceFields, WeeklyFields } from "./when-fields.tsx";
import { windowInput } from "./window-input.ts";

interface WindowDialogProps {
  readonly window?: MaintenanceWindowRecord;
  readonly onClose: () => void;
}

/** Plans maintenance, or changes what was planned. */
export function WindowDialog({ window, onClose }: WindowDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [isWeekly, setWeekly] = useState(Boolean(window?.recurrence));
  const idOf = useDeviceId();
  const deviceId = window?.deviceId?.id;
  const { data: known, isLoading } = useQuery({ ...device(deviceId ?? ""), enabled: deviceId !== undefined });
  const save = async (form: FormData) => {
    const name = textOf(form, "device").trim();
    const input = windowInput(form, isWeekly, m);
    const wanted = name === "" ? undefined : name === known?.name ? deviceId : await idOf(name);
    await saveWindow({
      ...(window && { id: window.id }),
      ...input,
      ...(wanted !== undefined && { deviceId: { id: wanted } }),
    });
    await client.invalidateQueries({ queryKey: ["maintenance-windows"] });
    toast(m.common.saved);
    onClose();
  };
  return (
    <Dialog title={window ? m.maintenance.editTitle : m.maintenance.addTitle} onClose={onClose} size="wide">
      {isLoading ? (
        <Skeleton />
      ) : (
        <Form action={window ? m.common.save : m.maintenance.add} send={save} onCancel={onClose}>
          <TextField label={m.common.name} name="name" value={window?.name} required maxLength={255} autoFocus />
          <Segments
            label={m.maintenance.when}
            options={[
              ["once", m.maintenance.once],
              ["weekly", m.maintenance.weekly],
            ]}
            value={isWeekly ? "weekly" : "once"}
            onChange={(kind) => setWeekly(kind === "weekly")}
          />
          {isWeekly ? <WeeklyFields window={window} /> : <OnceFields window={window} />}
          <WhatFields window={window} deviceName={known?.name} />
          <Field label={m.devices.description}>
            {(id) => (
              <textarea id={id} name="description" defaultValue={window?.description ?? ""} maxLength={4096} rows={2} />
            )}
          </Field>
        </Form>
      )}
    </Dialog>
  );
}

/** Names are unique in a tenant, whatever the case of their letters; a search finds parts of them. */
const foundAtMost = 100;

function useDeviceId(): (name: string) => Promise<string> {
  const m = useMessages();
  const tenantId = useTenantId();
  return async (name) => {
    const { data } = await api.devices.list({ tenantId, textSearch: name, page: 0, limit: foundAtMost });
    const found = data.find((one) => one.name === name) ?? data.find((one) => isSame(one.name, name));
    if (!found) throw new FormProblem(m.maintenance.noDevice(name));
    return found.id.id;
  };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
