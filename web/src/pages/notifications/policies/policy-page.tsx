import type { NotificationPolicyRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useBlocker, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { policy, savePolicy } from "../../../api/notifications.ts";
import { language, useMessages } from "../../../i18n/messages.tsx";
import { useCurrentUser } from "../../../shell/current-user.ts";
import { useProject, useProjects } from "../../../shell/use-project.ts";
import { useStore } from "../../../state/store.ts";
import { focusFirstWrong } from "../../../ui/chip.tsx";
import { EditedName } from "../../../ui/edited-name.tsx";
import { isStale, NewerVersion } from "../../../ui/newer-version.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CheckEdit } from "../../device-types/edit-fields.tsx";
import { draftOf, inputOf, isSame, newDraft, type PolicyDraft, problemsOf } from "./policy-draft.ts";
import { PolicySentence } from "./policy-sentence.tsx";

const route = getRouteApi("/notifications/policies/$policyId");

/** One policy, as a sentence whose parts are changed in place [NTF1]. */
export function PolicyPage() {
  const m = useMessages();
  const { policyId } = route.useParams();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(policy(policyId));
  const loadNewer = async () => {
    await client.invalidateQueries({ queryKey: policy(policyId).queryKey });
  };
  return (
    <div className="page">
      {data && data.problems.length > 0 && (
        <p className="note note-warn policy-problem" role="note">
          {m.policies.namesGone(data.problems.length)}
        </p>
      )}
      {data ? (
        <PolicyEditor key={data.version} base={data} begin={draftOf(data)} onLoadNewer={() => void loadNewer()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  );
}

/** One that is not there yet: in the project that is looked at, where one is. */
export function NewPolicyPage() {
  const m = useMessages();
  const { id } = useCurrentUser();
  const chosen = useStore(language);
  const { project } = useProject();
  const projects = useProjects();
  if (!projects) return <Skeleton lines={6} />;
  const projectId = projects.find((one) => one.id.id === project)?.id.id ?? null;
  const begin = newDraft({ name: m.policies.newName, userId: id.id, projectId, language: chosen });
  return (
    <div className="page">
      <PolicyEditor base={undefined} begin={begin} />
    </div>
  );
}

interface PolicyEditorProps {
  readonly base: NotificationPolicyRecord | undefined;
  readonly begin: PolicyDraft;
  readonly onLoadNewer?: () => void;
}

function PolicyEditor({ base, begin, onLoadNewer }: PolicyEditorProps) {
  const m = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const [first] = useState(begin);
  const [draft, setDraft] = useState(begin);
  const isChanged = !isSame(draft, first);
  useBlocker({
    shouldBlockFn: () => isChanged && !isLeaving.current && !window.confirm(m.policies.leave),
    enableBeforeUnload: () => isChanged && !isLeaving.current,
  });
  const save = useMutation({
    mutationFn: () => savePolicy(inputOf(draft, base)),
    onSuccess: async (saved) => {
      isLeaving.current = true;
      toast(saved.enabled ? m.policies.saved : m.common.saved);
      await client.invalidateQueries({ queryKey: ["notification-policies"] });
      await navigate({ to: "/notifications" });
    },
  });
  const problems = problemsOf(draft, m.policies);
  const [problem] = problems.values();
  const change = (part: Partial<PolicyDraft>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  return (
    <>
      <div className="page-head rule-head">
        <EditedName
          list={<Link to="/notifications">{m.notifications.title}</Link>}
          listName={m.notifications.title}
          title={base?.name ?? m.policies.newTitle}
          label={m.policies.name}
          name={draft.name}
          isWrong={problems.has("name")}
          onName={(name) => change({ name })}
        />
        <div className="row">
          <CheckEdit label={m.policies.enabled} value={draft.enabled} onChange={(enabled) => change({ enabled })} />
          <Link to="/notifications" className="button">
            {m.common.cancel}
          </Link>
          <button
            type="button"
            className="button primary"
            disabled={(base && !isChanged) || save.isPending}
            onClick={() => {
              if (problems.size === 0 || !focusFirstWrong()) save.mutate();
            }}
          >
            {base ? m.common.save : m.policies.create}
          </button>
        </div>
      </div>
      {problem !== undefined && (
        <p className="note note-warn policy-problem" role="status">
          {problem}
        </p>
      )}
      <ErrorNote error={save.error} />
      {onLoadNewer && isStale(save.error) && (
        <NewerVersion onLoad={onLoadNewer} mine={JSON.stringify(inputOf(draft, base), null, 2)} />
      )}
      <PolicySentence draft={draft} problems={problems} onChange={change} />
    </>
  );
}
