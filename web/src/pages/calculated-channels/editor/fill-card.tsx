import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { fillCalculated } from "../../../api/calculated-channels.ts";
import { oneJob, openJobs } from "../../../api/jobs.ts";
import { localInputMs, localInputText } from "../../../format/time.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { JobProgress } from "../../../jobs/job-progress.tsx";
import { fillingOf, isOpen } from "../../../jobs/open-jobs.ts";
import { TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { ErrorNote, Skeleton } from "../../../ui/states.tsx";

interface FillCardProps {
  readonly channelId: string;
  readonly isChanged: boolean;
}

/** Calculates the past in a job, with its progress and a way to stop it [RUL7]. */
export function FillCard({ channelId, isChanged }: FillCardProps) {
  const m = useMessages();
  const [jobId, setJobId] = useState<string>();
  // One that was begun before the page was loaded is watched, too, to its end.
  const { data: open } = useQuery(openJobs);
  const running = jobId === undefined ? fillingOf(channelId, open?.data ?? []) : undefined;
  if (running) setJobId(running.id.id);
  return (
    <section className="card" aria-label={m.calculated.fill}>
      <div className="card-head">
        <div>
          <h2>{m.calculated.fill}</h2>
          <p>{isChanged ? m.calculated.fillUnsaved : m.calculated.fillText}</p>
        </div>
      </div>
      <div className="card-body">
        {jobId !== undefined ? (
          <Filling jobId={jobId} onAgain={() => setJobId(undefined)} />
        ) : (
          !isChanged && <FillForm channelId={channelId} onBegun={setJobId} />
        )}
      </div>
    </section>
  );
}

const monthMs = 30 * 86_400_000;

function FillForm({ channelId, onBegun }: { readonly channelId: string; readonly onBegun: (jobId: string) => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  const begin = async (form: FormData) => {
    const [from, to] = [localInputMs(textOf(form, "from")), localInputMs(textOf(form, "to"))];
    if (!(to > from)) throw new FormProblem(m.calculated.fillRange);
    const job = await fillCalculated(channelId, from, to);
    void client.invalidateQueries({ queryKey: ["jobs"] });
    onBegun(job.id.id);
  };
  return (
    <Form action={m.calculated.fillStart} send={begin}>
      <div className="form-pair">
        <TextField
          label={m.calculated.fillFrom}
          name="from"
          type="datetime-local"
          value={localInputText(openedAt - monthMs)}
          required
        />
        <TextField
          label={m.calculated.fillTo}
          name="to"
          type="datetime-local"
          value={localInputText(openedAt)}
          required
        />
      </div>
    </Form>
  );
}

function Filling({ jobId, onAgain }: { readonly jobId: string; readonly onAgain: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const { data: job, error } = useQuery(oneJob(jobId));
  const isOver = job !== undefined && !isOpen(job);
  useEffect(() => {
    if (!isOver) return;
    for (const key of ["jobs", "sparks", "rule-chart"]) void client.invalidateQueries({ queryKey: [key] });
  }, [isOver, client]);
  if (!job) return error ? <ErrorNote error={error} /> : <Skeleton lines={2} />;
  return (
    <div className="stack">
      <JobProgress job={job} />
      {isOver && (
        <div className="row">
          <button type="button" className="button small" onClick={onAgain}>
            {m.calculated.fillAgain}
          </button>
        </div>
      )}
    </div>
  );
}
