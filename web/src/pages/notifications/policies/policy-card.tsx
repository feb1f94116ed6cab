import type { NotificationPolicyRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { savePolicy } from "../../../api/notifications.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { RowButton } from "../../../ui/row-button.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { draftOf, inputOf } from "./policy-draft.ts";
import { policyText } from "./policy-text.ts";
import { usePolicyWording } from "./use-policy-wording.ts";

interface PolicyCardProps {
  readonly policy: NotificationPolicyRecord;
  readonly onRemove: () => void;
}

/** A policy as it reads, and whether it is on. */
export function PolicyCard({ policy, onRemove }: PolicyCardProps) {
  const m = useMessages();
  const client = useQueryClient();
  const draft = draftOf(policy);
  const wording = usePolicyWording(policy.alarms.deviceIds);
  const { name, enabled, projectId } = policy;
  const [first, ...others] = policyText(draft, wording);
  const turn = useMutation({
    mutationFn: () => savePolicy(inputOf({ ...draft, enabled: !enabled }, policy)),
    onSettled: () => client.invalidateQueries({ queryKey: ["notification-policies"] }),
  });
  const project = projectId ? (wording.project(projectId.id) ?? m.policies.gone) : undefined;
  return (
    <section className="card policy-card" data-off={enabled ? undefined : ""} aria-label={name}>
      <div className="card-head">
        <h2 className="break">
          <Link to="/notifications/policies/$policyId" params={{ policyId: policy.id.id }}>
            {name}
          </Link>{" "}
          {!enabled && <span className="badge">{m.policies.off}</span>}{" "}
          {project !== undefined && <span className="badge">{project}</span>}
        </h2>
        <div className="row">
          <button
            type="button"
            className="button small"
            aria-label={`${enabled ? m.policies.switchOff : m.policies.switchOn}: ${name}`}
            disabled={turn.isPending}
            onClick={() => turn.mutate()}
          >
            <Icon name={enabled ? "pause" : "play"} /> {enabled ? m.policies.switchOff : m.policies.switchOn}
          </button>
          <RowButton icon="trash" label={m.common.delete} of={name} onClick={onRemove} />
        </div>
      </div>
      <div className="card-body">
        <ErrorNote error={turn.error} />
        <p className="policy-tell break">{first}</p>
        {others.map((line) => (
          <p key={line} className="soft break">
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}
