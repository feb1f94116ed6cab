import type { CommandInput } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sendAsJob } from "../../api/jobs.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { CommandDialog } from "../device/commands/command-dialog.tsx";
import { type ChosenDevices, chosenInput, chosenText, countOf } from "./chosen-devices.ts";
import { JobDialog } from "./job-dialog.tsx";

interface CommandDevicesProps {
  readonly chosen: ChosenDevices;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** Queues one command for many devices in a job; the button says for how many. */
export function CommandDevices({ chosen, onBegun, onClose }: CommandDevicesProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const send = async (command: CommandInput) => {
    const job = await sendAsJob(chosenInput(chosen), command);
    void client.invalidateQueries({ queryKey: ["jobs"] });
    onBegun();
    setJobId(job.id.id);
  };
  if (jobId !== undefined) return <JobDialog title={m.jobs.kinds.SEND_COMMAND} jobId={jobId} onClose={onClose} />;
  return (
    <CommandDialog
      title={m.jobs.kinds.SEND_COMMAND}
      about={chosenText(chosen, m)}
      action={m.devices.sendToMany(countOf(chosen))}
      send={send}
      onClose={onClose}
    />
  );
}
