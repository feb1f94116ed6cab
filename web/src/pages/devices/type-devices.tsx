import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { typeList } from "../../api/device-types.ts";
import { setTypeAsJob } from "../../api/jobs.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { type ChosenDevices, chosenInput, chosenText, countOf } from "./chosen-devices.ts";
import { JobDialog } from "./job-dialog.tsx";

interface TypeDevicesProps {
  readonly chosen: ChosenDevices;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

const typesAsked = 1_000;

/** Gives many devices another type in a job; it can be undone. */
export function TypeDevices({ chosen, onBegun, onClose }: TypeDevicesProps) {
  const m = useMessages();
  const client = useQueryClient();
  const { data } = useQuery(typeList("", typesAsked));
  const [jobId, setJobId] = useState<string>();
  const send = async (form: FormData) => {
    const job = await setTypeAsJob(chosenInput(chosen), textOf(form, "type"));
    void client.invalidateQueries({ queryKey: ["jobs"] });
    onBegun();
    setJobId(job.id.id);
  };
  if (jobId !== undefined) return <JobDialog title={m.jobs.kinds.SET_TYPE} jobId={jobId} onClose={onClose} />;
  return (
    <Dialog title={m.jobs.kinds.SET_TYPE} onClose={onClose}>
      <Form action={m.deviceList.setForMany(countOf(chosen))} send={send} onCancel={onClose}>
        <p className="break">{chosenText(chosen, m)}</p>
        <Field label={m.deviceList.newType}>
          {(id) => (
            <select id={id} name="type" required defaultValue="">
              <option value="" disabled>
                {m.deviceGroups.choose}
              </option>
              {data?.data.map((type) => (
                <option key={type.id.id} value={type.id.id}>
                  {type.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className="muted">{m.deviceList.canBeUndone}</p>
      </Form>
    </Dialog>
  );
}
