import type uPlot from "uplot";
import { withUnit } from "../format/unit-in-name.ts";
import type { Line } from "./aligned.ts";
import { type AxisGroup, axisGroups } from "./axis-groups.ts";
import { drawLimits, limitLines } from "./limit-lines.ts";
import { coloursOf, type Paint, paintOf } from "./line-look.ts";
import { pathsOf } from "./pens.ts";
import { axesThatFit, drawUnits, unitAxes } from "./unit-axes.ts";

/** Colours that differ in lightness too, on both themes; orange and red come last, as they mean severity. */
const lightColours = ["#0b6482", "#5b3fb0", "#16794a", "#a5307f", "#8a6d00", "#44546a", "#c2570c", "#b3261e"];
const darkColours = ["#5cc2e3", "#b7a3ff", "#5fd39a", "#f29ad1", "#f1cf5a", "#aebccb", "#ffab6b", "#ff8a80"];

export type AxisRange = (low: number, high: number) => [number, number];

export interface Behaviour {
  /** What stands behind the lines. */
  readonly drawBehind: (plot: uPlot) => void;
  /** From where to where an axis goes, by what is drawn on it; without it, the library chooses. */
  readonly rangeOf: (groups: readonly AxisGroup[], index: number) => AxisRange | undefined;
  /** After each drawing. */
  readonly drawn: (plot: uPlot) => void;
  /** In seconds, as the library counts. */
  readonly range: () => [number, number];
  readonly zoom: (fromMs: number, toMs: number) => void;
  readonly numberText: (value: number, decimals: number | undefined) => string;
  readonly hasLegend: boolean;
  readonly timeText: (ms: number) => string;
  /** What the axis of time is called in the legend. */
  readonly timeName: string;
  /** What stands at ticks that are a step apart, all in seconds. */
  readonly axisTexts: (seconds: readonly number[], step: number) => string[];
  /** In the zone somebody chose; without it, that of the browser. */
  readonly localDate: ((seconds: number) => Date) | undefined;
}

export function chartOptions(
  lines: readonly Line[],
  size: { width: number; height: number },
  style: CSSStyleDeclaration,
  behaviour: Behaviour,
): uPlot.Options {
  const token = (name: string) => style.getPropertyValue(name).trim();
  const palette = style.colorScheme.includes("dark") ? darkColours : lightColours;
  const colours = coloursOf(lines, palette);
  const paints = lines.map((line, index) => paintOf(line, colours[index] ?? "#888"));
  const groups = axisGroups(lines);
  const shown = groups.slice(0, axesThatFit(size.width));
  const scaleAt = (index: number) => groups.find(({ members }) => members.includes(index))?.scale ?? "y";
  const limits = limitLines(lines, groups);
  const limitColours = { warning: token("--warn"), alarm: token("--bad") };
  const font = `12px ${token("--font")}`;
  const axis = {
    ...{ stroke: token("--text-soft"), font, ticks: { show: false } },
    grid: { stroke: token("--line"), width: 1 },
  };
  return {
    ...size,
    ...(behaviour.localDate && { tzDate: behaviour.localDate }),
    padding: [shown.some(({ unit }) => unit !== "") ? 26 : 12, null, 0, null],
    series: [
      {
        label: behaviour.timeName,
        value: (_, seconds: number | null) => (seconds === null ? "" : behaviour.timeText(seconds * 1_000)),
      },
      ...lines.flatMap((line, index) =>
        seriesOf(
          line,
          { ...(paints[index] ?? { stroke: "#888" }), width: penWidth(lines), scale: scaleAt(index) },
          behaviour.numberText,
        ),
      ),
    ],
    bands: bandsOf(lines, paints),
    scales: {
      x: { time: true, range: () => behaviour.range() },
      ...Object.fromEntries(groups.map(({ scale }, index) => [scale, scaleOf(behaviour.rangeOf(groups, index))])),
    },
    axes: [
      { ...axis, values: (_, splits, __, ___, step) => behaviour.axisTexts(splits, step) },
      ...unitAxes(shown, colours, axis),
    ],
    cursor: {
      drag: { x: true, y: false, setScale: false },
      bind: { mousedown: (_, __, handler) => (event) => (event.shiftKey ? null : handler(event)) }, // Shift pans
    },
    legend: { live: true, show: behaviour.hasLegend },
    hooks: {
      setSelect: [(plot) => selected(plot, behaviour.zoom)],
      drawClear: [behaviour.drawBehind],
      draw: [behaviour.drawn],
      drawAxes: [(plot) => drawLimits(plot, limits, limitColours), (plot) => drawUnits(plot, shown)],
    },
  };
}

const scaleOf = (reach: AxisRange | undefined): uPlot.Scale => ({
  auto: true,
  ...(reach && { range: (_, low, high) => reach(low ?? 0, high ?? 1) }),
});

/** A selection narrower than this is a click. */
const narrowestSelection = 3;

function selected(plot: uPlot, zoom: Behaviour["zoom"]): void {
  const { left, width } = plot.select;
  if (width < narrowestSelection) return;
  const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  zoom(Math.floor(from * 1_000), Math.ceil(to * 1_000));
}

/** Browsers paint lines of one pixel many times faster than wider ones (`npm run bench -- web`). */
const manyPoints = 20_000;
const penWidth = (lines: readonly Line[]): number =>
  lines.reduce((sum, { times }) => sum + times.length, 0) > manyPoints ? 1 : 1.5;

interface Pen extends Paint {
  readonly width: number;
  readonly scale: string;
}

function seriesOf(drawn: Line, pen: Pen, numberText: Behaviour["numberText"]): uPlot.Series[] {
  const { label, unit, min, decimals } = drawn;
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : numberText(Number(value.toPrecision(7)), decimals);
  const line: uPlot.Series = {
    label: withUnit(label, unit),
    scale: pen.scale,
    stroke: pen.stroke,
    width: pen.width,
    ...(pen.dash && { dash: pen.dash }),
    ...(pen.fill && { fill: pen.fill }),
    ...((drawn.shadowOf !== undefined || drawn.draw === "BARS") && { points: { show: false } }),
    ...pathsOf(drawn),
    spanGaps: false,
    value: (_, value: number | null, __, index) => (index === null ? "" : text(value)),
  };
  if (!min) return [line];
  const where = (index: number | null) => (index === null ? "" : "–");
  const boundAt = (plot: uPlot, column: number, index: number) => text(plot.data[column]?.[index]);
  const mean: uPlot.Series = {
    ...line,
    value: (plot, value: number | null, column, index) =>
      value === null || value === undefined || index === null
        ? where(index)
        : `${text(value)} (${boundAt(plot, column + 1, index)} … ${boundAt(plot, column + 2, index)})`,
  };
  // the bounds stand in brackets behind the mean, not in lines of their own
  const bound: uPlot.Series = {
    ...line,
    ...{ stroke: "transparent", width: 0, points: { show: false }, class: "legend-bound" },
  };
  return [mean, bound, bound];
}

/** Between the minimum and the maximum of each line that has them. */
function bandsOf(lines: readonly Line[], paints: readonly Paint[]): uPlot.Band[] {
  const bands: uPlot.Band[] = [];
  let at = 1;
  for (const [index, { min }] of lines.entries()) {
    const fill = paints[index]?.band;
    if (fill) bands.push({ series: [at + 2, at + 1], fill });
    at += min ? 3 : 1;
  }
  return bands;
}
