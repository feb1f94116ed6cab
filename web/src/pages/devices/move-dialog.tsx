import type { DeviceRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceFilter } from "../../api/devices.ts";
import { moveAsJob } from "../../api/jobs.ts";
import { moveDevices } from "../../api/projects.ts";
import { type Messages, useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProjectField } from "../projects/project-field.tsx";
import { MoveProgress } from "./move-progress.tsx";

/** One device, some that were chosen, or all that the list shows. */
export type Moved =
  | { readonly device: DeviceRecord }
  | { readonly devices: readonly DeviceRecord[] }
  | { readonly filter: DeviceFilter; readonly total: number };

interface MoveDialogProps {
  readonly moved: Moved;
  readonly onMoved?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** More than these take their time: a job, which goes on without the page. */
const movedAtOnce = 200;

/** Puts devices into another project [PRJ1]. */
export function MoveDialog({ moved, onMoved, onClose }: MoveDialogProps) {
  const m = useMessages();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const move = async (form: FormData) => {
    const project = textOf(form, "project");
    if (countOf(moved) > movedAtOnce) {
      const job = await moveAsJob(chosen(moved), project || undefined);
      void client.invalidateQueries({ queryKey: ["jobs"] });
      onMoved?.();
      return setJobId(job.id.id);
    }
    const report = await moveDevices(tenantId, { projectId: project ? { id: project } : null, ...chosen(moved) });
    toast(m.projects.moved(report.moved));
    onMoved?.();
    void client.invalidateQueries({ queryKey: ["devices"] });
    void client.invalidateQueries({ queryKey: ["device"] });
    void client.invalidateQueries({ queryKey: ["projects"] });
    onClose();
  };
  if (jobId !== undefined) return <MoveProgress jobId={jobId} onClose={onClose} />;
  return (
    <Dialog title={m.projects.moveTitle} onClose={onClose}>
      <Form action={m.projects.move} send={move} onCancel={onClose}>
        <p className="break">{movedText(moved, m)}</p>
        <ProjectField
          label={m.projects.target}
          name="project"
          value={"device" in moved ? moved.device.projectId?.id : undefined}
          none={m.projects.unassigned}
        />
      </Form>
    </Dialog>
  );
}

const countOf = (moved: Moved): number => {
  if ("device" in moved) return 1;
  return "devices" in moved ? moved.devices.length : moved.total;
};

const movedText = (moved: Moved, m: Messages): string => {
  if ("device" in moved) return moved.device.name;
  return "devices" in moved ? m.devices.selected(moved.devices.length) : m.projects.moveMany(moved.total);
};

function chosen(moved: Moved) {
  if ("devices" in moved) return { deviceIds: moved.devices.map(({ id }) => id.id) };
  if ("device" in moved) return { deviceIds: [moved.device.id.id] };
  const { sortProperty: _, sortOrder: __, ...conditions } = moved.filter;
  const filter = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
  return Object.keys(filter).length > 0 ? { filter } : { all: true as const };
}
