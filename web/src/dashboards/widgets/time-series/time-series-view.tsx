import { useMemo } from "react";
import type { AlarmSpan } from "../../../charts/alarm-spans.ts";
import { intervalText } from "../../../charts/plan.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import type { QuestionAnswer } from "../../page-answer.ts";
import { seriesLines } from "../../series-lines.ts";
import { NoValues } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";

/** What stands above and below a chart takes so much of the widget: rows of the legend, and a line that tells of an envelope. */
const [legendRow, noteHeight] = [22, 20];
const linesPerRow = 2;
const lowest = 120;

export function TimeSeriesView(props: WidgetViewProps<"TIME_SERIES">) {
  const { title, options, answer, channelOf, from, to, height, onZoom, onZoomOut } = props;
  const m = useMessages();
  const locale = useLocale();
  const { series, devices } = answer("lines");
  const lines = useMemo(() => {
    const looks = new Map(
      options.channels.flatMap(({ key, label, colour }) => (key ? [[key, { label, colour }]] : [])),
    );
    return seriesLines(series, devices, channelOf, (key) => withoutUndefined(looks.get(key)));
  }, [series, devices, channelOf, options.channels]);
  const alarms = answer("alarms");
  const spans = useMemo(() => spansOf(alarms, to), [alarms, to]);
  const { files: found } = answer("files");
  const files = useMemo(() => found.map(({ startTime, endTime }) => ({ from: startTime, to: endTime })), [found]);
  if (lines.length === 0) return <NoValues {...{ series, devices, from, to, onZoom }} />;
  const interval = series.find((one) => one.interval !== undefined)?.interval;
  const rows = lines.length > linesPerRow ? 2 : 1;
  const taken = rows * legendRow + (interval === undefined ? 0 : noteHeight);
  return (
    <div className="time-series" data-rows={rows}>
      <TimeChart
        label={`${title}: ${lines.map(({ label }) => label).join(", ")}`}
        lines={lines}
        spans={spans}
        from={from}
        to={to}
        files={files}
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

interface Look {
  readonly label: string | undefined;
  readonly colour: string | undefined;
}

const withoutUndefined = ({ label, colour }: Partial<Look> = {}) => ({
  ...(label !== undefined && { label }),
  ...(colour !== undefined && { colour }),
});

/** What is active still reaches to the end. */
const spansOf = ({ alarms }: QuestionAnswer, to: number): AlarmSpan[] =>
  alarms.map(({ startTs, cleared, clearTs, severity }) => ({ from: startTs, to: cleared ? clearTs : to, severity }));
