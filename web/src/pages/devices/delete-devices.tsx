import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteAsJob } from "../../api/jobs.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { type ChosenDevices, chosenInput, countOf } from "./chosen-devices.ts";
import { JobDialog } from "./job-dialog.tsx";

interface DeleteDevicesProps {
  readonly chosen: ChosenDevices;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** So many are deleted without typing how many they are. */
const deletedAtOnce = 1;

/** Has the number of them typed, then deletes many devices in a job: this cannot be undone. */
export function DeleteDevices({ chosen, onBegun, onClose }: DeleteDevicesProps) {
  const m = useMessages();
  const locale = useLocale();
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const count = countOf(chosen);
  const isTyped = count > deletedAtOnce;
  const remove = async (form: FormData) => {
    const typed = textOf(form, "count").replaceAll(/[\s.,’']/g, "");
    if (isTyped && typed !== String(count)) throw new FormProblem(m.deviceList.wrongCount(countText(count, locale)));
    const job = await deleteAsJob(chosenInput(chosen));
    void client.invalidateQueries({ queryKey: ["jobs"] });
    onBegun();
    setJobId(job.id.id);
  };
  if (jobId !== undefined) return <JobDialog title={m.jobs.kinds.DELETE_DEVICES} jobId={jobId} onClose={onClose} />;
  return (
    <Dialog title={m.devices.deleteManyTitle(count)} onClose={onClose}>
      <Form action={m.devices.deleteMany(count)} send={remove} onCancel={onClose}>
        <p className="break">{m.devices.deleteManyText(count)}</p>
        {isTyped && (
          <TextField label={m.deviceList.typeCount(countText(count, locale))} name="count" required autoFocus />
        )}
      </Form>
    </Dialog>
  );
}
