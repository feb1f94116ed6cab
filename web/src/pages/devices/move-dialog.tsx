import type { DeviceRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { DeviceFilter } from "../../api/devices.ts";
import { moveDevices } from "../../api/projects.ts";
import { type Messages, useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProjectField } from "../projects/project-field.tsx";

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

/** Puts devices into another project [PRJ1]. */
export function MoveDialog({ moved, onMoved, onClose }: MoveDialogProps) {
  const m = useMessages();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const move = async (form: FormData) => {
    const project = textOf(form, "project");
    const report = await moveDevices(tenantId, { projectId: project ? { id: project } : null, ...chosen(moved) });
    toast(m.projects.moved(report.moved));
    onMoved?.();
    void client.invalidateQueries({ queryKey: ["devices"] });
    void client.invalidateQueries({ queryKey: ["device"] });
    void client.invalidateQueries({ queryKey: ["projects"] });
    onClose();
  };
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

const movedText = (moved: Moved, m: Messages): string => {
  if ("device" in moved) return moved.device.name;
  return "devices" in moved ? m.devices.selected(moved.devices.length) : m.projects.moveMany(moved.total);
};

function chosen(moved: Moved) {
  if ("devices" in moved) return { deviceIds: moved.devices.map(({ id }) => id.id) };
  if ("device" in moved) return { deviceIds: [moved.device.id.id] };
  const { textSearch, type, active, projectId, group } = moved.filter;
  return {
    filter: {
      ...(textSearch !== undefined && { textSearch }),
      ...(type !== undefined && { type }),
      ...(active !== undefined && { active }),
      ...(projectId !== undefined && { projectId }),
      ...(group !== undefined && { group }),
    },
  };
}
