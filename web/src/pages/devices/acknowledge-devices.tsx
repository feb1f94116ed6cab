import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { acknowledgeAsJob } from "../../api/jobs.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { type ChosenDevices, chosenInput, chosenText } from "./chosen-devices.ts";
import { JobDialog } from "./job-dialog.tsx";

interface AcknowledgeDevicesProps {
  readonly chosen: ChosenDevices;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** All alarms of many devices that nobody acknowledged yet, in a job. */
export function AcknowledgeDevices({ chosen, onBegun, onClose }: AcknowledgeDevicesProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const send = async () => {
    const job = await acknowledgeAsJob(chosenInput(chosen));
    void client.invalidateQueries({ queryKey: ["jobs"] });
    onBegun();
    setJobId(job.id.id);
  };
  if (jobId !== undefined) return <JobDialog title={m.jobs.kinds.ACKNOWLEDGE_ALARMS} jobId={jobId} onClose={onClose} />;
  return (
    <Dialog title={m.jobs.kinds.ACKNOWLEDGE_ALARMS} onClose={onClose}>
      <Form action={m.alarms.acknowledge} send={send} onCancel={onClose}>
        <p className="break">
          {chosenText(chosen, m)}. {m.deviceList.acknowledgeText}
        </p>
      </Form>
    </Dialog>
  );
}
