import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moveAsJob } from "../../api/jobs.ts";
import { moveDevices } from "../../api/projects.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProjectField } from "../projects/project-field.tsx";
import { type ChosenDevices, chosenInput, chosenText } from "./chosen-devices.ts";
import { JobDialog } from "./job-dialog.tsx";

interface MoveDialogProps {
  readonly moved: ChosenDevices;
  readonly onMoved?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Puts devices into another project [PRJ1]. */
export function MoveDialog({ moved, onMoved, onClose }: MoveDialogProps) {
  const m = useMessages();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const move = async (form: FormData) => {
    const project = textOf(form, "project");
    // a job goes on without the page, and can be undone
    if (!("device" in moved)) {
      const job = await moveAsJob(chosenInput(moved), project || undefined);
      void client.invalidateQueries({ queryKey: ["jobs"] });
      onMoved?.();
      return setJobId(job.id.id);
    }
    const report = await moveDevices(tenantId, { projectId: project ? { id: project } : null, ...chosenInput(moved) });
    toast(m.projects.moved(report.moved));
    onMoved?.();
    void client.invalidateQueries({ queryKey: ["devices"] });
    void client.invalidateQueries({ queryKey: ["device"] });
    void client.invalidateQueries({ queryKey: ["projects"] });
    onClose();
  };
  if (jobId !== undefined) return <JobDialog title={m.projects.moveTitle} jobId={jobId} onClose={onClose} />;
  return (
    <Dialog title={m.projects.moveTitle} onClose={onClose}>
      <Form action={m.projects.move} send={move} onCancel={onClose}>
        <p className="break">{chosenText(moved, m)}</p>
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
