import type { NewestFile } from "@heliograph/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { newestOfAll } from "../../api/newest-files.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { useProject } from "../../shell/use-project.ts";
import { ListHead } from "../../ui/list-head.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { NewestFileTable } from "./newest-file-table.tsx";

const route = getRouteApi("/files");

/** Long enough for a typist, short enough to feel immediate. */
const typingPauseMs = 200;

/** What came last, of whichever device [FILE3]. */
export function FilesPage() {
  const m = useMessages();
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { project } = useProject();
  const asked = useSettled(q, typingPauseMs);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    newestOfAll(useTenantId(), asked, project),
  );
  const files = data?.pages.flatMap((page) => page.data);
  return (
    <div className="page">
      <ListHead title={m.files.newestTitle} text={m.files.newestText}>
        <input
          type="search"
          aria-label={m.files.searchNames}
          placeholder={m.files.searchNames}
          value={q}
          maxLength={255}
          onChange={({ target }) =>
            void navigate({ search: target.value === "" ? {} : { q: target.value }, replace: q !== "" })
          }
        />
      </ListHead>
      <section className="card">
        {files ? (
          <>
            <FileList files={files} isSearched={asked !== ""} hasMore={hasNextPage} />
            {hasNextPage && (
              <div className="card-body">
                <button
                  type="button"
                  className="button"
                  disabled={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {m.files.showOlder}
                </button>
              </div>
            )}
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="card-body">
            <Skeleton />
          </div>
        )}
      </section>
    </div>
  );
}

interface FileListProps {
  readonly files: readonly NewestFile[];
  readonly isSearched: boolean;
  readonly hasMore: boolean;
}

function FileList({ files, isSearched, hasMore }: FileListProps) {
  const m = useMessages();
  if (files.length > 0) return <NewestFileTable files={files} />;
  if (isSearched)
    return (
      <EmptyState
        icon="search"
        title={m.files.noneNamed}
        text={hasMore ? m.files.noneNamedYet : m.files.noneNamedText}
      />
    );
  return (
    <EmptyState icon="files" title={m.files.noneYet} text={m.files.noneYetText}>
      <Link to="/connect" className="button">
        {m.shell.connect}
      </Link>
    </EmptyState>
  );
}
