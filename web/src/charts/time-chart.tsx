import "uplot/dist/uPlot.min.css";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from "react";
import uPlot from "uplot";
import { shownZone } from "../format/zone.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { useDarkness } from "../state/use-darkness.ts";
import { type AlarmSpan, drawSpanNames, drawSpans } from "./alarm-spans.ts";
import { alignedColumns, type Line } from "./aligned.ts";
import type { EndsBySide } from "./axis-ends.ts";
import { axisGroups } from "./axis-groups.ts";
import { rangeOf, reaching } from "./axis-range.ts";
import { axisTexts, footTexts } from "./axis-times.ts";
import { chartOptions, type Legend } from "./chart-options.ts";
import { pointedMoment, readInView } from "./cursor-in-view.ts";
import { drawGaps } from "./draw-gaps.ts";
import { drawFileMarks, type FileMark } from "./file-marks.ts";
import { commonGaps, type Gap, withGaps } from "./gaps.ts";
import { legendNumbers } from "./legend-numbers.ts";
import { countHidden, openLegend } from "./legend-row.ts";
import { drawNotes, type NoteMark } from "./note-marks.ts";
import { panning, type View } from "./panning.ts";
import { sharingCursor } from "./shared-cursor.ts";
import { zooming } from "./zooming.ts";

interface TimeChartProps {
  readonly label: string;
  readonly lines: readonly Line[];
  /** When alarms were active, drawn behind the lines. */
  readonly spans?: readonly AlarmSpan[];
  /** When there are files, marked on the axis of time. */
  readonly files?: readonly FileMark[];
  /** What somebody wrote at a time. */
  readonly notes?: readonly NoteMark[];
  /** From where to where axes go, where the values are not to say it. */
  readonly ends?: EndsBySide;
  readonly legend?: Legend;
  /** What is to be said of how it is drawn. */
  readonly note?: string | undefined;
  readonly from: number;
  readonly to: number;
  /** In a tile it is as high as its box. */
  readonly height?: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
  /** Values of the first axis that are to be seen as well. */
  readonly levels?: readonly number[];
  /** What lies on the same axis of time, below: `--plot-left` and `--plot-right` say where that begins and ends. */
  readonly children?: ReactNode;
  /** Told where the first axis is, whenever that changed. */
  readonly onPlaced?: (place: AxisPlace) => void;
}

/** Where an axis is, in pixels of the chart's box, and from which value to which it goes. */
export interface AxisPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
}

const noSpans: readonly AlarmSpan[] = [];
const noFiles: readonly FileMark[] = [];
const noLevels: readonly number[] = [];
const noNotes: readonly NoteMark[] = [];
const noEnds: EndsBySide = {};
const defaultHeight = 380;
const narrowest = 200;
const legendRow = 22;
/** Where a range that was chosen by hand is not taken (a wall display, a link of a fixed time), the one before comes back. */
const refusedAfterMs = 1_000;

/** The only place that knows the chart library. Built anew when the lines change, else only given new numbers. */
export function TimeChart({ label, lines: measured, spans = noSpans, from, to, ...rest }: TimeChartProps) {
  const { levels = noLevels, files = noFiles, onZoom, onZoomOut, onPlaced } = rest;
  const { notes = noNotes, ends = noEnds, legend = "COLUMNS", note, children } = rest;
  const { height = legend === "COLUMNS" ? defaultHeight : undefined } = rest;
  const lines = useMemo(() => measured.map(withGaps), [measured]);
  const gaps = useRef<readonly Gap[]>([]);
  gaps.current = useMemo(() => commonGaps(measured.filter(({ shadowOf }) => shadowOf === undefined)), [measured]);
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const foot = useRef<HTMLSpanElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const locale = useLocale();
  const m = useMessages();
  const zone = shownZone();
  const isDark = useDarkness();
  const actions = useRef({ onZoom, onZoomOut, onPlaced });
  actions.current = { onZoom, onZoomOut, onPlaced };
  const reached = useRef(levels);
  reached.current = levels;
  const placed = useRef("");
  const axisCount = useMemo(() => axisGroups(lines).length, [lines]);
  const shape = useMemo(
    () =>
      JSON.stringify([
        lines.map(({ times: _, values: __, min, max: ___, ...look }) => [look, min !== undefined]),
        axisGroups(lines),
        [ends, legend],
      ]),
    [lines, ends, legend],
  );
  const shaded = useRef(spans);
  shaded.current = spans;
  const marked = useRef(files);
  marked.current = files;
  const noted = useRef(notes);
  noted.current = notes;
  const latest = useRef(lines);
  latest.current = lines;
  const drawn = useRef<readonly Line[]>(undefined);
  const view = useRef<[number, number]>([0, 1]);
  const asked = useRef<[number, number]>([0, 1]);
  asked.current = [from / 1_000, to / 1_000];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another shape, theme or language needs a new chart
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    view.current = [from / 1_000, to / 1_000];
    drawn.current = latest.current;
    const ownHeight = () => Math.max(0, element.clientHeight - (legend === "BELOW" ? legendRow : 0));
    const size = () => ({ width: Math.max(narrowest, element.clientWidth), height: height ?? ownHeight() });
    const footText = footTexts(locale, zone);
    let isPointed = false;
    let shared: ReturnType<typeof sharingCursor> | undefined;
    const legendFitted = () => countHidden(element, more.current, m.dashboards.further);
    const options = chartOptions(latest.current, size(), getComputedStyle(element), {
      range: () => view.current,
      zoom: (start, end) => actions.current.onZoom(start, end),
      drawBehind: (plot) => {
        drawGaps(plot, gaps.current, getComputedStyle(element));
        drawSpans(plot, shaded.current, getComputedStyle(element));
        drawFileMarks(plot, marked.current, getComputedStyle(element));
      },
      rangeOf: (groups, index) =>
        index === 0 && actions.current.onPlaced
          ? (low, high) => reaching(low, high, reached.current)
          : rangeOf(latest.current, groups, index, ends),
      legend,
      moved: (plot) => {
        const moment = pointedMoment(plot);
        if (foot.current) foot.current.textContent = footText(view.current, moment) ?? "";
        if (isPointed !== (moment !== undefined)) {
          element.parentElement?.toggleAttribute("data-pointed", moment !== undefined);
          legendFitted(); // values came or went
        }
        isPointed = moment !== undefined;
        shared?.moved();
      },
      drawn: (plot) => {
        drawSpanNames(plot, shaded.current, getComputedStyle(element));
        drawNotes(plot, noted.current, getComputedStyle(element));
        tellEdges(plot, element.parentElement);
        if (!actions.current.onPlaced) return; // nobody asks, and it costs a layout
        const place = placeOf(plot, element, axisGroups(latest.current)[0]?.scale);
        if (!place || JSON.stringify(place) === placed.current) return;
        placed.current = JSON.stringify(place);
        actions.current.onPlaced(place);
      },
      numberText: legendNumbers(locale),
      locale,
      axisTexts: (seconds, step) => axisTexts(seconds, step, locale, zone),
      localDate: zone === undefined ? undefined : (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
    });
    const plot = new uPlot(options, alignedColumns(latest.current), element);
    readInView(plot);
    chart.current = plot;
    shared = sharingCursor(plot);
    let refused: ReturnType<typeof setTimeout> | undefined;
    const moved: View = {
      range: () => view.current,
      show: (start, end) => {
        clearTimeout(refused);
        showRange(plot, view, start, end);
      },
      settle: (start, end) => {
        actions.current.onZoom(start, end);
        refused = setTimeout(() => showRange(plot, view, ...asked.current), refusedAfterMs);
      },
    };
    const stops = [panning(plot, moved), zooming(plot, moved), shared.stop];
    const zoomOut = () => actions.current.onZoomOut();
    plot.over.addEventListener("dblclick", zoomOut);
    const resize = new ResizeObserver(() => {
      const { width, height: wanted } = size();
      if (plot.width !== width || plot.height !== wanted) plot.setSize({ width, height: wanted });
      legendFitted();
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      clearTimeout(refused);
      for (const stop of stops) stop();
      plot.destroy();
      chart.current = undefined;
    };
  }, [shape, height, locale, zone, isDark]);

  useEffect(() => {
    const plot = chart.current;
    if (!plot) return;
    if (drawn.current !== lines) plot.setData(alignedColumns(lines), false);
    drawn.current = lines;
    showRange(plot, view, from / 1_000, to / 1_000);
  }, [lines, from, to]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: others are drawn with the next drawing, which this is
  useEffect(() => chart.current?.redraw(false), [spans, files, notes]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other levels are other ends of the axis
  useEffect(() => {
    if (chart.current && levels.length > 0) showRange(chart.current, view, ...view.current);
  }, [levels.join()]);

  return (
    <div className="chart" data-legend={legend} style={{ "--slices": axisCount > 2 ? axisCount : 1 } as CSSProperties}>
      <div className="chart-box" ref={box} role="img" aria-label={label} />
      <button type="button" className="chart-more" ref={more} hidden onClick={openLegend} />
      <p className="chart-foot soft">
        <span ref={foot} />
        {note && <span className="cut">{note}</span>}
      </p>
      {children}
    </div>
  );
}

/** Where the axis of time begins and ends, for what lies on it as well; without asking for a layout. */
function tellEdges({ bbox, width }: uPlot, chart: HTMLElement | null): void {
  const [left, right] = [bbox.left, width * devicePixelRatio - bbox.left - bbox.width];
  const tell = (name: string, pixels: number) => {
    const text = `${Math.round(pixels / devicePixelRatio)}px`;
    if (chart && chart.style.getPropertyValue(name) !== text) chart.style.setProperty(name, text);
  };
  tell("--plot-left", left);
  tell("--plot-right", right);
}

function showRange(plot: uPlot, view: { current: [number, number] }, from: number, to: number): void {
  view.current = [from, to];
  plot.setScale("x", { min: from, max: to });
}

function placeOf(plot: uPlot, box: HTMLElement, scale: string | undefined): AxisPlace | undefined {
  const { min, max } = plot.scales[scale ?? ""] ?? {};
  if (min === undefined || min === null || max === undefined || max === null) return undefined;
  const [outer, inner] = [box.getBoundingClientRect(), plot.over.getBoundingClientRect()];
  return {
    ...{ left: inner.left - outer.left, top: inner.top - outer.top, width: inner.width, height: inner.height },
    ...{ low: min, high: max },
  };
}
