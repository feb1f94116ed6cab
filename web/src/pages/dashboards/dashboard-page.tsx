import { ApiError } from "@heliograph/client";
import type { DashboardRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { dashboard } from "../../api/dashboards.ts";
import type { DashboardSearch } from "../../dashboards/dashboard-search.ts";
import { HeaderActions } from "../../dashboards/header-actions.tsx";
import { ShownPage } from "../../dashboards/shown-page.tsx";
import { useShownTime } from "../../dashboards/use-shown-time.ts";
import { VariableChips } from "../../dashboards/variable-chips.tsx";
import { nextOfTour } from "../../dashboards/wall/tour.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { fixed, type TimeChoice, wider } from "../../time-range/shown-time.ts";
import { TimeRangeControl } from "../../time-range/time-range-control.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";

const DashboardWall = lazy(async () => ({
  default: (await import("../../dashboards/wall/dashboard-wall.tsx")).DashboardWall,
}));
const route = getRouteApi("/dashboards/$dashboardId");

/** One dashboard, to be looked at [DSH3, DSH4]. */
export function DashboardPage() {
  const m = useMessages();
  const { dashboardId } = route.useParams();
  const { wall } = route.useSearch();
  const isOnWall = wall !== undefined;
  const { data, error, refetch } = useQuery({
    ...dashboard(dashboardId),
    refetchInterval: isOnWall && readAgainMs,
  });
  if (data && isOnWall) return <OnTheWall key={dashboardId} record={data} />;
  if (data) return <ShownDashboard key={dashboardId} record={data} />;
  if (error && isOnWall) return <BrokenStop key={dashboardId} error={error} />;
  if (isNowhere(error))
    return (
      <div className="page">
        <EmptyState icon="dashboards" title={m.dashboards.notHere} text={m.dashboards.notHereText}>
          <Link className="button" to="/dashboards">
            {m.dashboards.title}
          </Link>
        </EmptyState>
      </div>
    );
  return (
    <div className="page">{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}</div>
  );
}

/** An address that leads nowhere: whether it could be the id of a dashboard is nothing for people. */
const isNowhere = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** What others save is on the wall after so long. */
const readAgainMs = 60_000;
const skipAfterMs = 10_000;

/** The next dashboard of the tour, if there is one; it is no step that "back" would undo. */
function useNextStop(): (() => void) | undefined {
  const { dashboardId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const next = nextOfTour(search, dashboardId);
  if (next === undefined) return undefined;
  const { page: _, choice: __, ...rest } = search;
  return () =>
    void navigate({ to: "/dashboards/$dashboardId", params: { dashboardId: next }, search: rest, replace: true });
}

function OnTheWall({ record }: { readonly record: DashboardRecord }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onRound = useNextStop();
  const { wall: _, tour: __, ...rest } = search;
  return (
    <Suspense>
      <DashboardWall {...{ record, search, onRound }} onLeave={() => void navigate({ search: rest, replace: true })} />
    </Suspense>
  );
}

/** One that is gone does not hold up the others. */
function BrokenStop({ error }: { readonly error: unknown }) {
  const goOn = useNextStop();
  const latest = useRef(goOn);
  latest.current = goOn;
  useEffect(() => {
    const timer = setTimeout(() => latest.current?.(), skipAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="page">
      <ErrorState error={error} />
    </div>
  );
}

function ShownDashboard({ record }: { readonly record: DashboardRecord }) {
  const m = useMessages();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { configuration } = record;
  const editableId = useMay()(pageNeeds.dashboardEditor) ? record.id.id : undefined;
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
          {...{ configuration, editableId, page, shown, round, isBusy }}
          choice={search.choice ?? {}}
          onZoom={(from, to) => withTime(fixed(from, to))}
          onZoomOut={() => withTime(wider(shown))}
        />
      )}
    </div>
  );
}
