import type { DashboardInfo } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { dashboardList, dashboardsShown } from "../../api/dashboards.ts";
import { DashboardMenu } from "../../dashboards/making/dashboard-menu.tsx";
import { ImportDashboardDialog } from "../../dashboards/making/import-dialog.tsx";
import { NewDashboardDialog } from "../../dashboards/making/new-dashboard-dialog.tsx";
import { useMakingWords } from "../../dashboards/making/words.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { useAskedFor } from "../../shell/use-asked-for.ts";
import { useProject } from "../../shell/use-project.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Ago } from "../../ui/time.tsx";

/** The dashboards one may see [DSH2]. */
export function DashboardsPage() {
  const m = useMessages();
  const w = useMakingWords();
  const tenantId = useTenantId();
  const mayEdit = useMay()("EDIT_DASHBOARDS");
  const { project } = useProject();
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(dashboardsShown);
  const [open, setOpen] = useState<"new" | "import">();
  useAskedFor("new", () => setOpen("new"));
  const within = project === "none" ? undefined : project;
  const { data, error, refetch } = useQuery(dashboardList(tenantId, search, within, limit));
  return (
    <div className="page">
      <ListHead title={m.dashboards.title} text={m.dashboards.text} count={data?.totalElements}>
        <input
          type="search"
          aria-label={m.dashboards.search}
          placeholder={m.dashboards.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {mayEdit && (
          <>
            <Link to="/dashboards/trash" className="button">
              <Icon name="trash" /> {w.trash}
            </Link>
            <button type="button" className="button" onClick={() => setOpen("import")}>
              <Icon name="upload" /> {w.import}
            </button>
            <button type="button" className="button primary" onClick={() => setOpen("new")}>
              <Icon name="plus" /> {w.create}
            </button>
          </>
        )}
      </ListHead>
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + dashboardsShown)}>
        {(rows) => <DashboardTable dashboards={rows} isSearched={search !== ""} mayEdit={mayEdit} />}
      </ListCard>
      {open === "new" && <NewDashboardDialog projectId={within} onClose={() => setOpen(undefined)} />}
      {open === "import" && <ImportDashboardDialog projectId={within} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface TableProps {
  readonly dashboards: readonly DashboardInfo[];
  readonly isSearched: boolean;
  readonly mayEdit: boolean;
}

function DashboardTable({ dashboards, isSearched, mayEdit }: TableProps) {
  const m = useMessages();
  if (dashboards.length === 0)
    return (
      <EmptyState
        icon="dashboards"
        title={isSearched ? m.dashboards.noMatch : m.dashboards.empty}
        text={isSearched ? "" : m.dashboards.emptyText}
      />
    );
  return (
    <CardTable>
      <thead>
        <tr>
          <th>{m.common.name}</th>
          <th>{m.dashboards.saved}</th>
          <th>
            <span className="off-screen">{m.common.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {dashboards.map((info) => {
          const { id, title, savedTime, savedBy } = info;
          return (
            <tr key={id.id}>
              <td>
                <Link to="/dashboards/$dashboardId" params={{ dashboardId: id.id }} search={{}} data-opens>
                  {title}
                </Link>
              </td>
              <td className="soft">
                <Ago ms={savedTime} /> {savedBy !== null && `${m.dashboards.savedBy} ${savedBy}`}
              </td>
              <td className="narrow-cell">
                <DashboardMenu info={info} mayEdit={mayEdit} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </CardTable>
  );
}
