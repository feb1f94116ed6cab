import type { DashboardConfiguration, DashboardRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { dashboard } from "../../api/dashboards.ts";
import type { DashboardSearch } from "../../dashboards/dashboard-search.ts";
import { PageGrid } from "../../dashboards/page-grid.tsx";
import { askingWidgets, pageRequest, type VariableChoices } from "../../dashboards/page-request.ts";
import { usePageAnswer } from "../../dashboards/use-page-answer.ts";
import { useTypeChannels } from "../../dashboards/use-type-channels.ts";
import { VariableChips } from "../../dashboards/variable-chips.tsx";
import { shownZone } from "../../format/zone.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { fixed, readEveryMs, type ShownTime, shownTime, type TimeChoice, wider } from "../../time-range/shown-time.ts";
import { TimeRangeControl } from "../../time-range/time-range-control.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";

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

interface ShownPageProps {
  readonly configuration: DashboardConfiguration;
  readonly page: DashboardConfiguration["pages"][number];
  readonly shown: ShownTime;
  readonly round: number;
  /** Told whether something is being read: the clock waits for it. */
  readonly isBusy: RefObject<boolean>;
  readonly choice: Readonly<Record<string, string>>;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

function ShownPage({ configuration, page, shown, round, isBusy, choice, onZoom, onZoomOut }: ShownPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { from, to } = shown;
  const request = useMemo(() => {
    if (width === 0) return undefined;
    const timeZone = configuration.time.zone ?? shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return pageRequest({ configuration, page, from, to, timeZone, width, choices: choicesOf(configuration, choice) });
  }, [configuration, page, from, to, choice, width]);
  const { answer, error, isReading, retry } = usePageAnswer(request, round);
  useEffect(() => {
    isBusy.current = isReading;
  }, [isBusy, isReading]);
  const asking = useMemo(() => askingWidgets(request ?? { queries: {} }), [request]);
  const devices = useMemo(() => [...answer.values()].flatMap((one) => one.devices), [answer]);
  const channelOf = useTypeChannels(devices);
  const hasNothing = error !== undefined && answer.size === 0;
  return (
    <div ref={box}>
      {hasNothing && <ErrorState error={error} onRetry={retry} />}
      {error !== undefined && !hasNothing && (
        <div className="row">
          <ErrorNote error={error} />
          <RetryButton onRetry={retry} />
        </div>
      )}
      {width > 0 && !hasNothing && (
        <PageGrid
          {...{ configuration, page, answer, isReading, channelOf, from, to, onZoom, onZoomOut }}
          asks={(widget) => asking.has(widget)}
        />
      )}
    </div>
  );
}

function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const m = useMessages();
  return (
    <button type="button" className="button" onClick={onRetry}>
      {m.common.retry}
    </button>
  );
}

/** In the address a device is its id; to the page it is a selection. */
const choicesOf = ({ variables }: DashboardConfiguration, choice: Readonly<Record<string, string>>): VariableChoices =>
  Object.fromEntries(
    variables.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(choice, name) ? choice[name] : undefined;
      if (value === undefined) return [];
      return [[name, kind === "DEVICE" ? { kind: "DEVICES" as const, deviceIds: [value] } : value] as const];
    }),
  );

/** What moves with the clock moves on in steps that are worth reading again, and never past an answer that is under way. */
function useShownTime(search: DashboardSearch, { time }: DashboardConfiguration, isBusy: RefObject<boolean>) {
  const [now, setNow] = useState(() => Date.now());
  const zone = shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shown = shownTime(search, time, now, zone);
  const every = readEveryMs(shown);
  useEffect(() => {
    if (!shown.isLive) return undefined;
    setNow((before) => (Date.now() - before > every ? Date.now() : before)); // it may have stood still for long
    const timer = setInterval(() => document.hidden || isBusy.current || setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [shown.isLive, every, isBusy]);
  return { shown, round: shown.isLive ? now : 0 };
}

/** To the next hundred: not every pixel of a window that is being resized is worth another question. */
function useWidth(box: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.ceil(element.clientWidth / 100) * 100);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return width;
}
