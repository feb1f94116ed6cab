import type { ShownDevice } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { notesIn } from "../../../api/notes.ts";
import type { AlarmSpan } from "../../../charts/alarm-spans.ts";
import type { NoteMark } from "../../../charts/note-marks.ts";
import { intervalText } from "../../../charts/plan.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { durationText } from "../../../format/duration.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useOnlooker } from "../../onlooker.tsx";
import type { QuestionAnswer } from "../../page-answer.ts";
import { devicesWithout } from "../../series-lines.ts";
import { useShownDashboard } from "../../shown-dashboard.tsx";
import { NoValues } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";
import { chartLines } from "./chart-lines.ts";

const legends = { TOP: "ABOVE", BELOW: "BELOW", NONE: "NONE" } as const;

export function TimeSeriesView(props: WidgetViewProps<"TIME_SERIES">) {
  const { title, options, answer, channelOf, from, to, onZoom, onZoomOut } = props;
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
  const notes = useNotes(options.show?.notes ?? false, devices, from, to);
  const { left, right, legend = "TOP" } = options;
  const ends = useMemo(() => ({ ...(left && { LEFT: left }), ...(right && { RIGHT: right }) }), [left, right]);
  if (lines.length === 0) return <NoValues {...{ series, devices, from, to, onZoom }} />;
  const interval = series.find((one) => one.interval !== undefined)?.interval;
  const envelope = interval === undefined ? "" : m.dashboards.envelope(intervalText(interval, locale));
  const missing = devicesWithout(series, devices).join(", ");
  return (
    <TimeChart
      label={`${title}: ${lines.map(({ label }) => label).join(", ")}`}
      note={[missing && m.dashboards.withoutValues(missing), envelope].filter(Boolean).join(" · ")}
      legend={legends[legend]}
      {...{ lines, spans, from, to, files, notes, ends, onZoom, onZoomOut }}
    />
  );
}

const noNotes: readonly NoteMark[] = [];

/** Those of the dashboard and those written on its devices, where they are to be seen; a link shows the first only. */
function useNotes(areShown: boolean, devices: readonly ShownDevice[], from: number, to: number): readonly NoteMark[] {
  const annotations = useShownDashboard()?.annotations;
  const isOnlooker = useOnlooker() !== undefined;
  const ids = devices.map(({ id }) => id.id).slice(0, notedDevices);
  const [begin, end] = [from, to].map((ms) => Math.floor(ms / readSteps) * readSteps) as [number, number];
  const asked = notesIn(ids, begin, end + readSteps);
  const { data } = useQuery({ ...asked, enabled: areShown && !isOnlooker && ids.length > 0 });
  return useMemo(() => {
    if (!areShown) return noNotes;
    const own = (annotations ?? []).map(({ startTs, endTs = startTs, ...note }) => ({
      ...note,
      from: startTs,
      to: endTs,
    }));
    const written = (data?.data ?? []).map(({ startTs, endTs, text }) => ({
      from: startTs,
      to: endTs ?? startTs,
      text,
    }));
    return [...own, ...written];
  }, [areShown, annotations, data]);
}

/** As many as can be asked for at once. */
const notedDevices = 200;
/** A page that moves with the clock asks again each minute, not with each step. */
const readSteps = 60_000;

/** What is active still reaches to the end. */
const spansOf = ({ alarms, devices }: QuestionAnswer, to: number): AlarmSpan[] =>
  alarms.map(({ startTs, cleared, clearTs, severity, type, originatorDisplayName }) => ({
    ...{ from: startTs, to: cleared ? clearTs : to, severity },
    name: devices.length === 1 ? type : `${originatorDisplayName} ${type}`,
  }));
