import { useMemo } from "react";
import type { AlarmSpan } from "../../../charts/alarm-spans.ts";
import type { NoteMark } from "../../../charts/note-marks.ts";
import { intervalText } from "../../../charts/plan.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { durationText } from "../../../format/duration.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import type { QuestionAnswer } from "../../page-answer.ts";
import { useShownDashboard } from "../../shown-dashboard.tsx";
import { NoValues } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";
import { chartLines } from "./chart-lines.ts";

/** What stands above and below a chart takes so much of the widget: rows of the legend, and a line that tells of an envelope. */
const [legendRow, noteHeight] = [22, 20];
const linesPerRow = 2;
const lowest = 120;

export function TimeSeriesView(props: WidgetViewProps<"TIME_SERIES">) {
  const { title, options, answer, channelOf, from, to, height, onZoom, onZoomOut } = props;
  const m = useMessages();
  const locale = useLocale();
  const { series, devices } = answer("lines");
  const { series: before } = answer("before");
  const beforeName = m.dashboards.before(durationText(options.shiftMs ?? 0, locale));
  const lines = useMemo(
    () => chartLines({ options, series, before, devices, channelOf, beforeName }),
    [options, series, before, devices, channelOf, beforeName],
  );
  const alarms = answer("alarms");
  const spans = useMemo(() => spansOf(alarms, to), [alarms, to]);
  const { files: found } = answer("files");
  const files = useMemo(() => found.map(({ startTime, endTime }) => ({ from: startTime, to: endTime })), [found]);
  const notes = useNotes(options.show?.notes ?? false);
  const { left, right, legend = "TOP" } = options;
  const ends = useMemo(() => ({ ...(left && { LEFT: left }), ...(right && { RIGHT: right }) }), [left, right]);
  if (lines.length === 0) return <NoValues {...{ series, devices, from, to, onZoom }} />;
  const interval = series.find((one) => one.interval !== undefined)?.interval;
  const rows = lines.length > linesPerRow ? 2 : 1;
  const taken = (legend === "NONE" ? 0 : rows * legendRow) + (interval === undefined ? 0 : noteHeight);
  return (
    <div className="time-series" data-rows={rows} data-legend={legend}>
      <TimeChart
        label={`${title}: ${lines.map(({ label }) => label).join(", ")}`}
        lines={lines}
        spans={spans}
        from={from}
        to={to}
        files={files}
        notes={notes}
        ends={ends}
        hasLegend={legend !== "NONE"}
        height={Math.max(lowest, height - taken)}
        onZoom={onZoom}
        onZoomOut={onZoomOut}
      />
      {interval !== undefined && (
        <small className="soft">{m.dashboards.envelope(intervalText(interval, locale))}</small>
      )}
    </div>
  );
}

const noNotes: readonly NoteMark[] = [];

/** Those of the dashboard, where they are to be seen. */
function useNotes(areShown: boolean): readonly NoteMark[] {
  const annotations = useShownDashboard()?.annotations;
  return useMemo(
    () =>
      areShown && annotations
        ? annotations.map(({ startTs, endTs = startTs, ...note }) => ({ ...note, from: startTs, to: endTs }))
        : noNotes,
    [areShown, annotations],
  );
}

/** What is active still reaches to the end. */
const spansOf = ({ alarms }: QuestionAnswer, to: number): AlarmSpan[] =>
  alarms.map(({ startTs, cleared, clearTs, severity }) => ({ from: startTs, to: cleared ? clearTs : to, severity }));
