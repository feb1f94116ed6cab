import type uPlot from "uplot";
import type { Line } from "./aligned.ts";

/** Colours that differ in lightness too, on both themes. */
const lightColours = ["#0b6482", "#c2570c", "#5b3fb0", "#16794a", "#b3261e", "#8a6d00", "#a5307f", "#44546a"];
const darkColours = ["#5cc2e3", "#ffab6b", "#b7a3ff", "#5fd39a", "#ff8a80", "#f1cf5a", "#f29ad1", "#aebccb"];

/** From the width of a step on, how a tick is written, and what is added where a new day or year begins. */
const axisTimes: uPlot.Axis.TimeValuesConfig = [
  [365 * 86_400, "{YYYY}", null, null, null, null, null, null, 1],
  [28 * 86_400, "{YYYY}-{MM}", null, null, null, null, null, null, 1],
  [86_400, "{MM}-{DD}", "\n{YYYY}", null, null, null, null, null, 1],
  [60, "{HH}:{mm}", "\n{YYYY}-{MM}-{DD}", null, "\n{MM}-{DD}", null, null, null, 1],
  [1, "{HH}:{mm}:{ss}", "\n{YYYY}-{MM}-{DD}", null, "\n{MM}-{DD}", null, null, null, 1],
  [0.001, "{ss}.{fff}", "\n{YYYY}-{MM}-{DD} {HH}:{mm}", null, null, null, "\n{HH}:{mm}", null, 1],
];

interface Behaviour {
  readonly range: () => [number, number];
  readonly zoom: (fromMs: number, toMs: number) => void;
}

const scaleOf = (unit: string): string => (unit === "" ? "y" : `y ${unit}`);

export function chartOptions(
  lines: readonly Line[],
  size: { width: number; height: number },
  style: CSSStyleDeclaration,
  behaviour: Behaviour,
): uPlot.Options {
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const colours = style.colorScheme.includes("dark") ? darkColours : lightColours;
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const axis = { stroke: colour("--text-soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  return {
    ...size,
    series: [
      { value: "{YYYY}-{MM}-{DD} {HH}:{mm}:{ss}" },
      ...lines.flatMap((line, index) => seriesOf(line, colours[index % colours.length] ?? "#888")),
    ],
    bands: bandsOf(lines, colours),
    scales: {
      x: { time: true, range: () => behaviour.range() },
      ...Object.fromEntries(units.map((unit) => [scaleOf(unit), { auto: true }])),
    },
    axes: [
      { ...axis, values: axisTimes },
      ...units.map((unit, index) => ({
        ...axis,
        scale: scaleOf(unit),
        ...(unit !== "" && { label: unit, labelSize: 18 }),
        side: (index % 2 === 0 ? 3 : 1) as 1 | 3,
        grid: index === 0 ? axis.grid : { show: false },
        size: 58,
      })),
    ],
    cursor: { drag: { x: true, y: false, setScale: false }, focus: { prox: 24 } },
    legend: { live: true },
    hooks: { setSelect: [(plot) => selected(plot, behaviour.zoom)] },
  };
}

function selected(plot: uPlot, zoom: Behaviour["zoom"]): void {
  const { left, width } = plot.select;
  if (width < 3) return;
  const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  zoom(Math.floor(from * 1_000), Math.ceil(to * 1_000));
}

function seriesOf({ label, unit, min }: Line, colour: string): uPlot.Series[] {
  const scale = scaleOf(unit);
  const line: uPlot.Series = {
    label: unit === "" || label.includes(unit) ? label : `${label} (${unit})`,
    scale,
    stroke: colour,
    width: 1.5,
    spanGaps: true,
    value: (_, value) => (value === null || value === undefined ? "–" : String(Number(value.toPrecision(7)))),
  };
  if (!min) return [line];
  const bound: uPlot.Series = { ...line, stroke: `${colour}55`, width: 1, points: { show: false } };
  return [line, { ...bound, label: `${label} min` }, { ...bound, label: `${label} max` }];
}

/** Between the minimum and the maximum of each line that has them. */
function bandsOf(lines: readonly Line[], colours: readonly string[]): uPlot.Band[] {
  const bands: uPlot.Band[] = [];
  let at = 1;
  for (const [index, { min }] of lines.entries()) {
    if (min) bands.push({ series: [at + 2, at + 1], fill: `${colours[index % colours.length]}26` });
    at += min ? 3 : 1;
  }
  return bands;
}
