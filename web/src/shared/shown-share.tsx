import { ApiError, type Calls } from "@heliograph/client";
import type { SharedDashboard } from "@heliograph/contract";
import { useEffect, useMemo, useRef, useState } from "react";
import { OnlookerProvider } from "../dashboards/onlooker.tsx";
import { PageBox } from "../dashboards/shown-page.tsx";
import { useShownTime } from "../dashboards/use-shown-time.ts";
import { useWidth } from "../dashboards/use-width.ts";
import { VariableChips } from "../dashboards/variable-chips.tsx";
import { useMessages } from "../i18n/messages.tsx";
import { fixed, type TimeChoice, wider } from "../time-range/shown-time.ts";
import { TimeRangeControl } from "../time-range/time-range-control.tsx";
import { Segments } from "../ui/segments.tsx";
import { EmptyState } from "../ui/states.tsx";
import { SharedTime } from "./shared-time.tsx";
import { type SharedToRead, useSharedPage } from "./use-shared-page.ts";

interface ShownShareProps {
  readonly calls: Calls["shared"];
  readonly dashboard: SharedDashboard;
  /** The link does not work any more, as it seems. */
  readonly onOver: () => void;
}

/** The dashboard of a link: pages, what can be chosen, and the time as far as the link lets it be chosen. */
export function ShownShare({ calls, dashboard, onOver }: ShownShareProps) {
  const m = useMessages();
  const { configuration, time, title, choices } = dashboard;
  const [pageId, openPage] = useState<string>();
  const [choice, setChoice] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<TimeChoice>({});
  const isBusy = useRef(false);
  const own = time.kind === "FIXED" ? { ...configuration.time, from: time.from, to: time.to } : configuration.time;
  const { shown, round } = useShownTime(chosen, { ...configuration, time: own }, isBusy);
  const page = configuration.pages.find(({ id }) => id === pageId) ?? configuration.pages[0];
  const onlooker = useMemo(() => ({ openPage }), []);
  useTitle(title);
  if (!page) return null;
  const isChosen = chosen.from !== undefined;
  const toRead = { calls, dashboard, page, shown, isChosen, round, choice, isBusy };
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
              onChange={openPage}
            />
          )}
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
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

function SharedPageBox({ onOver, onZoom, onZoomOut, ...toRead }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const data = useSharedPage(toRead, width);
  const { error } = data;
  useEffect(() => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 401)) onOver();
  }, [error, onOver]);
  const { dashboard, page } = toRead;
  return <PageBox {...{ box, width, page, ...data, onZoom, onZoomOut }} configuration={dashboard.configuration} />;
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
