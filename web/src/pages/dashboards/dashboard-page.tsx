import type { DashboardRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef } from "react";
import { dashboard } from "../../api/dashboards.ts";
import type { DashboardSearch } from "../../dashboards/dashboard-search.ts";
import { HeaderActions } from "../../dashboards/header-actions.tsx";
import { ShownPage } from "../../dashboards/shown-page.tsx";
import { useShownTime } from "../../dashboards/use-shown-time.ts";
import { VariableChips } from "../../dashboards/variable-chips.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { fixed, type TimeChoice, wider } from "../../time-range/shown-time.ts";
import { TimeRangeControl } from "../../time-range/time-range-control.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";

const route = getRouteApi("/dashboards/$dashboardId");

/** One dashboard, to be looked at [DSH3, DSH4]. */
export function DashboardPage() {
  const { dashboardId } = route.useParams();
  const { data, error, refetch } = useQuery(dashboard(dashboardId));
  if (data) return <ShownDashboard key={dashboardId} record={data} />;
  return (
    <div className="page">{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}</div>
  );
}

function ShownDashboard({ record }: { readonly record: DashboardRecord }) {
  const m = useMessages();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { configuration } = record;
  const change = (changed: DashboardSearch) => void navigate({ search: changed });
  const withTime = (time: TimeChoice) => {
    const { from: _, to: __, ...others } = search;
    change({ ...others, ...time });
  };
  const page = configuration.pages.find(({ id }) => id === search.page) ?? configuration.pages[0];
  const isBusy = useRef(false);
  const { shown, round } = useShownTime(search, configuration, isBusy);
  if (!page) return null;
  return (
    <div className="page page-wide">
      <div className="page-head">
        <div>
          <Link className="soft" to="/dashboards">
            {m.dashboards.title}
          </Link>
          <h1>{record.title}</h1>
        </div>
        {configuration.pages.length > 1 && (
          <Segments
            label={m.dashboards.pages}
            options={configuration.pages.map(({ id, title }) => [id, title] as const)}
            value={page.id}
            onChange={(id) => change({ ...search, page: id })}
          />
        )}
        <HeaderActions {...{ record, search }} />
      </div>
      <div className="dashboard-bar">
        <VariableChips
          variables={configuration.variables}
          choice={search.choice ?? {}}
          onChange={(choice) => change({ ...search, choice })}
        />
        <TimeRangeControl shown={shown} own={configuration.time} onChange={withTime} />
      </div>
      {page.layout.length === 0 ? (
        <EmptyState icon="dashboards" title={m.dashboards.emptyPage} text={m.dashboards.emptyPageText} />
      ) : (
        <ShownPage
          {...{ configuration, page, shown, round, isBusy }}
          choice={search.choice ?? {}}
          onZoom={(from, to) => withTime(fixed(from, to))}
          onZoomOut={() => withTime(wider(shown))}
        />
      )}
    </div>
  );
}
