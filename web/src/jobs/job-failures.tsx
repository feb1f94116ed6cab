import { refusalOf } from "@heliograph/client";
import type { JobRecord } from "@heliograph/contract";
import { useMessages } from "../i18n/messages.tsx";
import { refusalText } from "../i18n/refusal-text.ts";

/** What did not work out, in words; nothing where all did. */
export function JobFailures({ job }: { readonly job: JobRecord }) {
  const m = useMessages();
  if (job.failed === 0) return null;
  return (
    <details>
      <summary>{m.jobs.failed(job.failed)}</summary>
      <ul className="job-failures">
        {job.failures.map(({ id, name, reason, refusal }) => (
          <li key={id} className="break">
            {name !== null && `${name}: `}
            {refusalText(m.refusals, refusalOf(refusal ?? "")) ?? reason}
          </li>
        ))}
        {job.failed > job.failures.length && <li className="soft">{m.jobs.more(job.failed - job.failures.length)}</li>}
      </ul>
    </details>
  );
}
