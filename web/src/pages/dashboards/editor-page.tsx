import "../../styles/dashboard-editor.css";
import { type DashboardRecord, isAlike } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { dashboard, dashboardVersion } from "../../api/dashboards.ts";
import { type Draft, draftStore } from "../../dashboards/editing/draft.ts";
import { DraftDialog } from "../../dashboards/editing/draft-dialog.tsx";
import { Editor } from "../../dashboards/editing/editor.ts";
import { EditorView } from "../../dashboards/editing/editor-view.tsx";
import { EditorProvider } from "../../dashboards/editing/use-editor.ts";
import { useCurrentUser } from "../../shell/current-user.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";

const route = getRouteApi("/dashboards/$dashboardId/edit");

/** A dashboard is edited as it is now, not as it was looked at a while ago. */
export function EditorPage() {
  const { dashboardId } = route.useParams();
  const query = useQuery({ ...dashboard(dashboardId), refetchOnMount: "always" });
  const { data, error, refetch, isFetchedAfterMount } = query;
  if (data && isFetchedAfterMount) return <Begin key={dashboardId} record={data} />;
  return (
    <div className="page">{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}</div>
  );
}

const contentOf = ({ title, configuration }: Pick<DashboardRecord, "title" | "configuration">) => ({
  title,
  configuration,
});

/** With what was left unsaved, or without. */
function Begin({ record: read }: { readonly record: DashboardRecord }) {
  const { id: user } = useCurrentUser();
  const [record] = useState(read);
  const drafts = useMemo(() => draftStore(user.id, record.id.id, localStorage), [user.id, record.id.id]);
  const [found, setFound] = useState(() => {
    const draft = drafts.read();
    return draft && !isAlike(draft.content, contentOf(record)) ? draft : undefined;
  });
  const [draft, setDraft] = useState<Draft>();
  const isOld = draft !== undefined && draft.version !== record.version;
  const base = useQuery({ ...dashboardVersion(record.id.id, draft?.version ?? 0), enabled: isOld, retry: false });
  if (found)
    return (
      <DraftDialog
        {...{ draft: found, record }}
        onContinue={() => {
          setDraft(found);
          setFound(undefined);
        }}
        onDiscard={() => {
          drafts.forget();
          setFound(undefined);
        }}
      />
    );
  if (isOld && base.isPending) return <Skeleton />;
  // A version that is not kept any more is as good as the newest: the next save still meets it.
  const begun = isOld ? { version: draft.version, content: contentOf(base.data ?? record) } : undefined;
  return (
    <Editing {...{ record, drafts, draft }} base={begun ?? { version: record.version, content: contentOf(record) }} />
  );
}

interface EditingProps {
  readonly record: DashboardRecord;
  readonly drafts: ReturnType<typeof draftStore>;
  readonly draft: Draft | undefined;
  readonly base: ConstructorParameters<typeof Editor>[0];
}

function Editing({ record, drafts, draft, base }: EditingProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [editor] = useState(() => {
    const isPhone = matchMedia("(max-width: 720px)").matches; // as it is looked at there
    return new Editor(base, draft?.content, { isPhone, ...(search.page !== undefined && { pageId: search.page }) });
  });
  const dashboardId = record.id.id;
  return (
    <EditorProvider value={editor}>
      <EditorView
        {...{ dashboardId, drafts, search }}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        onCopied={(id) =>
          void navigate({ to: "/dashboards/$dashboardId/edit", params: { dashboardId: id }, search: {} })
        }
        onLeave={() => void navigate({ to: "/dashboards/$dashboardId", params: { dashboardId }, search })}
      />
    </EditorProvider>
  );
}
