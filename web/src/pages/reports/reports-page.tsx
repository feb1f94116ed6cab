import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { dashboard } from "../../api/dashboards.ts";
import { reportList, reportsShown } from "../../api/reports.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { asLookedAt } from "./as-looked-at.ts";
import { ReportDialog } from "./report-dialog.tsx";
import type { BegunReport } from "./report-draft.ts";
import { ReportFiles } from "./report-files.tsx";
import { ReportTable } from "./report-table.tsx";

/** Reports as they are to be made, and those that were [SCH2]. */
export function ReportsPage() {
  const m = useMessages();
  const may = useMay();
  const mayEdit = may("EDIT_SCHEDULES") && may("VIEW_TELEMETRY");
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(reportsShown);
  const { isKnown, begun } = useBegunReport();
  const [isAdding, setAdding] = useState(!isKnown || begun !== undefined);
  const search = useDeferredValue(text.trim());
  const { data, error, refetch } = useQuery(reportList(search, limit));
  const addButton = mayEdit && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Icon name="plus" /> {m.reports.add}
    </button>
  );
  return (
    <div className="page">
      <ListHead title={m.reports.title} text={m.reports.text} count={data?.totalElements}>
        <input
          type="search"
          aria-label={m.reports.search}
          placeholder={m.reports.search}
          maxLength={255}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {addButton}
      </ListHead>
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + reportsShown)}>
        {(rows) =>
          rows.length > 0 ? (
            <ReportTable reports={rows} />
          ) : search !== "" ? (
            <EmptyState icon="search" title={m.reports.emptySearch} text={m.reports.emptySearchText} />
          ) : (
            <EmptyState
              icon="reports"
              title={m.reports.empty}
              text={mayEdit ? m.reports.emptyText : m.reports.emptyView}
            >
              {addButton}
            </EmptyState>
          )
        }
      </ListCard>
      <ReportFiles />
      {isAdding && isKnown && <ReportDialog begun={begun} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** What the address says of a new one; known as soon as its dashboard is, or cannot be. */
function useBegunReport(): { readonly isKnown: boolean; readonly begun: BegunReport | undefined } {
  const { dashboard: dashboardId, ...looked } = useSearch({ from: "/reports" });
  const { data, isError } = useQuery({ ...dashboard(dashboardId ?? ""), enabled: dashboardId !== undefined });
  if (dashboardId === undefined) return { isKnown: true, begun: undefined };
  const chosen = data && asLookedAt(data.configuration, looked, Date.now());
  return { isKnown: data !== undefined || isError, begun: { dashboardId, ...chosen } };
}
