import { ApiError, type Calls, type LiveConnection } from "@heliograph/client";
import type { SharedDashboard } from "@heliograph/contract";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { PrintAction } from "../dashboards/export/print-action.tsx";
import { type Onlooker, OnlookerProvider } from "../dashboards/onlooker.tsx";
import { PageBox } from "../dashboards/shown-page.tsx";
import { useShownTime } from "../dashboards/use-shown-time.ts";
import { useWidth } from "../dashboards/use-width.ts";
import { VariableChips } from "../dashboards/variable-chips.tsx";
import { useMessages } from "../i18n/messages.tsx";
import { fixed, type TimeChoice, wider } from "../time-range/shown-time.ts";
import { TimeRangeControl } from "../time-range/time-range-control.tsx";
import { Icon } from "../ui/icon.tsx";
import { Segments } from "../ui/segments.tsx";
import { EmptyState } from "../ui/states.tsx";
import { SharedTime } from "./shared-time.tsx";
import { type SharedToRead, useSharedPage } from "./use-shared-page.ts";

const WallDisplay = lazy(async () => ({
  default: (await import("../dashboards/wall/wall-display.tsx")).WallDisplay,
}));

const PrintedShare = lazy(async () => ({ default: (await import("./printed-share.tsx")).PrintedShare }));

interface ShownShareProps {
  readonly calls: Calls["shared"];
  readonly live: LiveConnection;
  readonly dashboard: SharedDashboard;
  /** The link does not work any more, as it seems. */
  readonly onOver: () => void;
}

/** The dashboard of a link: pages, what can be chosen, and the time as far as the link lets it be chosen. */
export function ShownShare({ calls, live, dashboard, onOver }: ShownShareProps) {
  const m = useMessages();
  const { configuration, time, title, choices } = dashboard;
  const [pageId, setPage] = useState<string>();
  const [choice, setChoice] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<TimeChoice>({});
  const isBusy = useRef(false);
  const own = time.kind === "FIXED" ? { ...configuration.time, from: time.from, to: time.to } : configuration.time;
  const { shown, round } = useShownTime(chosen, { ...configuration, time: own }, isBusy);
  const page = configuration.pages.find(({ id }) => id === pageId) ?? configuration.pages[0];
  const onlooker = useMemo(() => {
    const openPage: Onlooker["openPage"] = (opened, chosenFor) => {
      setPage(opened);
      if (chosenFor) setChoice((before) => ({ ...before, ...chosenFor }));
    };
    return { openPage };
  }, []);
  const [wall, setWall] = useWall();
  useTitle(title);
  if (!page) return null;
  const isChosen = chosen.from !== undefined;
  const toRead = { calls, live, dashboard, page, shown, isChosen, round, choice, isBusy };
  const boxOf = (one: typeof page, onSettled?: (isSettled: boolean) => void) => (
    <SharedPageBox
      key={one.id}
      {...toRead}
      page={one}
      {...{ onOver, onSettled }}
      onZoom={nothing}
      onZoomOut={nothing}
    />
  );
  if (isPrinted())
    return (
      <OnlookerProvider value={onlooker}>
        <Suspense>
          <PrintedShare
            {...{ title, pages: configuration.pages }}
            time={<SharedTime shown={shown} onBack={undefined} />}
          >
            {boxOf}
          </PrintedShare>
        </Suspense>
      </OnlookerProvider>
    );
  if (wall !== undefined)
    return (
      <OnlookerProvider value={onlooker}>
        <Suspense>
          <WallDisplay
            {...{ title, pages: configuration.pages, seconds: wall }}
            time={<SharedTime shown={shown} onBack={undefined} />}
            onLeave={() => setWall(undefined)}
          >
            {(one) => boxOf(one)}
          </WallDisplay>
        </Suspense>
      </OnlookerProvider>
    );
  return (
    <OnlookerProvider value={onlooker}>
      <main className="page page-wide shared">
        <div className="page-head">
          <h1>{title}</h1>
          {configuration.pages.length > 1 && (
            <Segments
              label={m.dashboards.pages}
              options={configuration.pages.map((one) => [one.id, one.title] as const)}
              value={page.id}
              onChange={setPage}
            />
          )}
          <div className="row dashboard-actions">
            <button type="button" className="button" onClick={() => setWall(usualSeconds)}>
              <Icon name="fullScreen" /> {m.wall.show}
            </button>
            <PrintAction />
          </div>
        </div>
        <div className="dashboard-bar">
          <VariableChips variables={configuration.variables} choice={choice} onChange={setChoice} devices={choices} />
          {time.kind === "LIMITED" ? (
            <TimeRangeControl shown={shown} own={own} onChange={setChosen} />
          ) : (
            <SharedTime shown={shown} onBack={isChosen ? () => setChosen({}) : undefined} />
          )}
        </div>
        {page.layout.length === 0 ? (
          <EmptyState icon="dashboards" title={m.dashboards.emptyPage} text="" />
        ) : (
          <SharedPageBox
            key={page.id}
            {...toRead}
            onOver={onOver}
            onZoom={(from, to) => setChosen(fixed(from, to))}
            onZoomOut={() => setChosen(time.kind === "LIMITED" ? wider(shown) : {})}
          />
        )}
      </main>
    </OnlookerProvider>
  );
}

interface BoxProps extends SharedToRead {
  readonly onOver: () => void;
  /** Hears whether everything that was asked for is there. */
  readonly onSettled?: ((isSettled: boolean) => void) | undefined;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

function SharedPageBox({ onOver, onSettled, onZoom, onZoomOut, ...toRead }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const data = useSharedPage(toRead, width);
  const { error, isReading } = data;
  const isSettled = width > 0 && !isReading && error === undefined;
  useEffect(() => onSettled?.(isSettled), [onSettled, isSettled]);
  useEffect(() => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 401)) onOver();
  }, [error, onOver]);
  const { dashboard, page } = toRead;
  return <PageBox {...{ box, width, page, ...data, onZoom, onZoomOut }} configuration={dashboard.configuration} />;
}

const nothing = () => undefined;
/** The browser of the node itself asks for it, for a report. */
const isPrinted = (): boolean => new URLSearchParams(location.search).has("print");
const usualSeconds = 20;

/** Seconds for each page, as the address says: whoever hangs up a screen gives it such a link. */
function useWall(): [number | undefined, (seconds: number | undefined) => void] {
  const [wall, setWall] = useState(() => {
    const text = new URLSearchParams(location.search).get("wall");
    return text === null || !/^\d{1,4}$/.test(text) ? undefined : Number(text);
  });
  const change = (seconds: number | undefined) => {
    const query = seconds === undefined ? "" : `?wall=${seconds}`;
    history.replaceState(null, "", `${location.pathname}${query}${location.hash}`);
    setWall(seconds);
  };
  return [wall, change];
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
