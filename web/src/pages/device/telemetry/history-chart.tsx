import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { readHistory } from "../../../api/telemetry.ts";
import type { Channels, ShownChannel } from "../../../channels/use-channels.ts";
import type { Line } from "../../../charts/aligned.ts";
import type { FileMark } from "../../../charts/file-marks.ts";
import { linesOf } from "../../../charts/history-lines.ts";
import { extended } from "../../../charts/live-tail.ts";
import { intervalText } from "../../../charts/plan.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useLiveTail } from "../../../live/use-live-tail.ts";
import { fixed, type ShownTime, type TimeChoice, wider } from "../../../time-range/shown-time.ts";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useAlarmSpans } from "../../alarms/use-alarm-spans.ts";
import { ChartToolbar } from "./chart-toolbar.tsx";
import { liveStepMs, readWindow, type TelemetrySearch, type Window, windowOf } from "./telemetry-search.ts";

interface HistoryChartProps {
  readonly deviceId: string;
  readonly channels: Channels;
  readonly keys: readonly string[];
  readonly search: TelemetrySearch;
  readonly onChange: (search: TelemetrySearch) => void;
}

export function HistoryChart({ deviceId, channels, keys, search, onChange }: HistoryChartProps) {
  const m = useMessages();
  const window = useMovingWindow(search);
  const withTime = (time: TimeChoice) => onChange({ ...(search.keys && { keys: search.keys }), ...time });
  return (
    <section className="card">
      <ChartToolbar {...{ deviceId, channels, keys, search, window, onChange }} />
      {keys.length === 0 ? (
        <div className="chart-space">
          <EmptyState icon="play" title={m.telemetry.choose} text={m.telemetry.chooseText} />
        </div>
      ) : (
        <Drawing
          deviceId={deviceId}
          channels={channels}
          keys={keys}
          window={window}
          onZoom={(from, to) => withTime(fixed(from, to))}
          onZoomOut={() => withTime(wider(window))}
        />
      )}
    </section>
  );
}

/** What is not fixed moves with the clock, in steps that are worth a new drawing. */
export function useMovingWindow(search: TelemetrySearch): ShownTime {
  const [now, setNow] = useState(() => Date.now());
  const window = windowOf(search, now);
  const step = liveStepMs(window);
  useEffect(() => {
    if (!window.isLive) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), step);
    return () => clearInterval(timer);
  }, [window.isLive, step]);
  return window;
}

interface DrawingProps {
  readonly deviceId: string;
  readonly channels: Channels;
  readonly keys: readonly string[];
  readonly window: Window;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
  readonly files?: readonly FileMark[];
  readonly height?: number;
}

export function Drawing({ deviceId, channels, keys, window, onZoom, onZoomOut, ...look }: DrawingProps) {
  const m = useMessages();
  const read = readWindow(window);
  const { data, error, refetch } = useQuery({
    queryKey: ["history", deviceId, keys, read.from, read.to],
    queryFn: ({ signal }) => readHistory({ deviceId, keys, ...read, hasNeighbours: true }, signal),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
  const drawn = useMemo(() => data && linesOf(data, keys, (key) => channels(key).unitShown), [data, keys, channels]);
  const spans = useAlarmSpans(deviceId, read.from, read.to);
  const tail = useLiveTail(deviceId, keys, window.isLive);
  const lines = useMemo(
    () => extended(drawn?.lines ?? [], tail).map((line) => titled(line, channels(line.label))),
    [drawn, tail, channels],
  );
  if (!data || !drawn)
    return (
      <div className="chart-space">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
      </div>
    );
  return (
    <div className="card-body">
      <TimeChart
        label={`${m.telemetry.chart}: ${keys.map((key) => channels(key).label).join(", ")}`}
        lines={lines}
        spans={spans}
        from={window.from}
        to={window.to}
        onZoom={onZoom}
        onZoomOut={onZoomOut}
        {...look}
      />
      <DrawingNote plan={data.plan} texts={drawn.texts} hasLimits={lines.some(({ limits }) => limits)} />
    </div>
  );
}

/** Its key told lines apart until here; people read its name. */
const titled = (line: Line, { label, colour, limits }: ShownChannel): Line => ({
  ...line,
  label,
  ...(colour && { colour }),
  ...(limits && { limits }),
});

interface DrawingNoteProps {
  readonly plan: Awaited<ReturnType<typeof readHistory>>["plan"];
  readonly texts: readonly string[];
  readonly hasLimits: boolean;
}

function DrawingNote({ plan, texts, hasLimits }: DrawingNoteProps) {
  const m = useMessages();
  const locale = useLocale();
  const points = countText(plan.points, locale);
  const text =
    plan.points === 0
      ? m.telemetry.noPoints
      : plan.kind === "raw"
        ? m.telemetry.raw(points)
        : m.telemetry.envelope(points, intervalText(plan.intervalMs, locale));
  return (
    <p className="row between">
      <small>
        {text}
        {texts.length > 0 && `. ${m.telemetry.noNumbers} ${texts.join(", ")}`}
        {hasLimits && ` · ${m.telemetry.limits}`}
      </small>
      <small className="hide-narrow">{m.telemetry.zoomHint}</small>
    </p>
  );
}
