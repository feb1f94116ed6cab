import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { deleteAsJob } from "../../api/jobs.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { type ChosenDevices, chosenInput, countOf } from "./chosen-devices.ts";
import { JobDialog } from "./job-dialog.tsx";

interface DeleteDevicesProps {
  readonly chosen: ChosenDevices;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** Asks with the number of them, then deletes many devices in a job. */
export function DeleteDevices({ chosen, onBegun, onClose }: DeleteDevicesProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const isBegun = useRef(false);
  const count = countOf(chosen);
  const remove = async () => {
    const job = await deleteAsJob(chosenInput(chosen));
    void client.invalidateQueries({ queryKey: ["jobs"] });
    isBegun.current = true;
    onBegun();
    setJobId(job.id.id);
  };
  if (jobId !== undefined) return <JobDialog title={m.jobs.kinds.DELETE_DEVICES} jobId={jobId} onClose={onClose} />;
  return (
    <Confirm
      title={m.devices.deleteManyTitle(count)}
      text={m.devices.deleteManyText(count)}
      action={m.devices.deleteMany(count)}
      onConfirm={remove}
      onClose={() => isBegun.current || onClose()}
    />
  );
}
