import type uPlot from "uplot";
import type { Line } from "./aligned.ts";
import { type AxisGroup, axisGroups } from "./axis-groups.ts";
import { type AxisRange, reaching } from "./axis-range.ts";
import { tickSpace } from "./axis-times.ts";
import { bandsOf, type LegendWords, penWidth, seriesOf } from "./chart-series.ts";
import { drawLimits, limitLines } from "./limit-lines.ts";
import { looksOf } from "./line-look.ts";
import type { BarPlace } from "./pens.ts";
import { drawBorders, type Slice, slicesOf, stretched } from "./slices.ts";
import { drawSliceUnits, drawUnits, unitAxes } from "./unit-axes.ts";

/** In columns below the chart, or in one row above or below it, as in a tile, where height is dear. */
export type Legend = "COLUMNS" | "ABOVE" | "BELOW" | "NONE";

/** Above the lines, for units and a legend; and that of times below them. */
const [rowAbove, timeRow] = [20, 18];
/** Bounds of more would not find room in one row. */
const fewLines = 2;

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
  readonly numberText: LegendWords["numberText"];
  /** For the numbers at its axes. */
  readonly locale: string;
  readonly legend: Legend;
  /** The pointer is over another moment, or left; or another range is shown. */
  readonly moved: (plot: uPlot) => void;
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
  const looks = looksOf(lines, style.colorScheme.includes("dark"));
  const paints = looks.map(({ paint }) => paint);
  const groups = axisGroups(lines);
  const slices = slicesOf(groups.length, size.width);
  const axisAt = (index: number) => groups.findIndex(({ members }) => members.includes(index));
  const isRoomy = behaviour.legend === "COLUMNS";
  const words = {
    numberText: behaviour.numberText,
    hasUnits: isRoomy || groups.length > 1,
    hasBounds: isRoomy || lines.length <= fewLines,
  };
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
    padding: [
      behaviour.legend === "ABOVE" || (!slices && groups.some(({ unit }) => unit !== "")) ? rowAbove : 8,
      null,
      0,
      null,
    ],
    series: [
      {},
      ...lines.flatMap((line, index) =>
        seriesOf(
          line,
          {
            ...(paints[index] ?? { stroke: "#888" }),
            width: penWidth(lines),
            scale: groups[axisAt(index)]?.scale ?? "y",
            slice: slices?.[axisAt(index)],
            bar: barPlace(lines, slices ? groups[axisAt(index)]?.members : undefined, index),
          },
          words,
        ),
      ),
    ],
    bands: bandsOf(lines, paints),
    scales: {
      x: { time: true, range: () => behaviour.range() },
      ...Object.fromEntries(
        groups.map(({ scale }, index) => [scale, scaleOf(behaviour.rangeOf(groups, index), slices?.[index])]),
      ),
    },
    axes: [
      {
        ...{ ...axis, size: timeRow },
        space: (_, __, from, to, width) => tickSpace(to - from, width),
        values: (_, splits, __, ___, step) => behaviour.axisTexts(splits, step),
      },
      ...unitAxes(
        groups,
        looks.map(({ colour }) => colour),
        axis,
        slices,
        behaviour.locale,
      ),
    ],
    cursor: {
      drag: { x: true, y: false, setScale: false },
      bind: { mousedown: (_, __, handler) => (event) => (event.shiftKey ? null : handler(event)) }, // Shift pans
    },
    legend: { live: true, show: behaviour.legend !== "NONE", markers: { width: 0, fill: markerOf } },
    hooks: {
      setCursor: [behaviour.moved],
      setScale: [(plot, scale) => scale === "x" && behaviour.moved(plot)],
      setSelect: [(plot) => selected(plot, behaviour.zoom)],
      drawClear: [behaviour.drawBehind],
      draw: [behaviour.drawn, (plot) => slices && drawSliceUnits(plot, groups, style)],
      drawAxes: [
        (plot) =>
          drawLimits(plot, limits, limitColours, (scale) => slices?.[groups.findIndex((one) => one.scale === scale)]),
        (plot) => (slices ? drawBorders(plot, slices.length, token("--line-strong")) : drawUnits(plot, groups)),
      ],
    },
  };
}

function scaleOf(reach: AxisRange | undefined, slice: Slice | undefined): uPlot.Scale {
  if (!reach && !slice)
    return {
      auto: true,
      range: (_, low, high) => (low === null || high === null ? [low, high] : reaching(low, high, [])),
    };
  const rangeOf = reach ?? ((low, high) => reaching(low, high, []));
  return {
    auto: true,
    range: (_, low, high) => {
      const range = rangeOf(low ?? 0, high ?? 1);
      return slice ? stretched(range, slice) : range;
    },
  };
}

/** Among the bars of its slice, or of all. */
function barPlace(lines: readonly Line[], members: readonly number[] = [...lines.keys()], index: number): BarPlace {
  const bars = members.filter((one) => lines[one]?.draw === "BARS");
  return { at: Math.max(0, bars.indexOf(index)), of: Math.max(1, bars.length) };
}

/** A selection narrower than this is a click. */
const narrowestSelection = 3;

function selected(plot: uPlot, zoom: Behaviour["zoom"]): void {
  const { left, width } = plot.select;
  if (width < narrowestSelection) return;
  const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  zoom(Math.floor(from * 1_000), Math.ceil(to * 1_000));
}

/** As the line is drawn. */
function markerOf(plot: uPlot, index: number): string {
  const { dash, stroke } = plot.series[index] ?? {};
  const colour = typeof stroke === "function" ? String(stroke(plot, index)) : "#888";
  return dash ? `repeating-linear-gradient(90deg, ${colour} 0 4px, transparent 4px 6px)` : colour;
}
