import type uPlot from "uplot";
import type { AxisGroup } from "./axis-groups.ts";
import { axisNumbers, axisSteps } from "./axis-numbers.ts";
import { tell } from "./note-marks.ts";
import { axisWidth, type Slice, sliceTicks } from "./slices.ts";

/** How far ticks are apart, in pixels; closer where the chart is low, so that there are three at least. */
const [closestTicks, usualTicks, fewestTicks] = [14, 30, 5];
const left = 3;
const right = 1;
/** One axis per group, at its side or at its slice. An axis of a single line has its colour. */
export function unitAxes(
  groups: readonly AxisGroup[],
  colours: readonly string[],
  axis: uPlot.Axis,
  slices: readonly Slice[] | undefined,
  locale: string,
): uPlot.Axis[] {
  return groups.map(({ scale, members, side }, index) => {
    const slice = slices?.[index];
    const colour = members.length === 1 && groups.length > 1 ? colours[members[0] ?? 0] : undefined;
    return {
      ...axis,
      ...(colour && { stroke: colour }),
      ...{ scale, incrs: axisSteps, values: (_: uPlot, ticks: (number | null)[]) => axisNumbers(ticks, locale) },
      side: side === "LEFT" || slices ? left : right,
      grid: index === 0 || slices ? axis.grid : { show: false },
      size: slices && index < groups.length - 1 ? 0 : axisWidth, // one column for all of them
      space: (_, __, ___, ____, height) =>
        Math.max(closestTicks, Math.min(usualTicks, height / fewestTicks / (slices?.length ?? 1))),
      ...(slice && { splits: (_, __, from, to, step) => sliceTicks(from, to, step, slice) }),
    } as uPlot.Axis;
  });
}

/** The unit in the corner of its slice. */
export function drawSliceUnits(plot: uPlot, groups: readonly AxisGroup[], style: CSSStyleDeclaration): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = unitFont(plot);
  ctx.fillStyle = style.getPropertyValue("--text-soft");
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  for (const [at, { unit }] of groups.entries())
    tell(ctx, unit, bbox.left + 4 * ratio, bbox.top + (bbox.height * at) / groups.length + 3 * ratio, style);
  ctx.restore();
}

const unitFont = ({ root }: uPlot): string => `600 ${12 * devicePixelRatio}px ${getComputedStyle(root).fontFamily}`;

/** The unit above its axis, to be read without turning the head. */
export function drawUnits(plot: uPlot, groups: readonly AxisGroup[]): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  const sides = { left: plot.bbox.left, right: plot.bbox.left + plot.bbox.width };
  ctx.save();
  for (const [index, { unit, side }] of groups.entries()) {
    const axis = plot.axes[index + 1];
    if (unit === "" || !axis) continue;
    const nearer = groups.slice(0, index).filter((group) => group.side === side).length;
    const steps = nearer * axisWidth * ratio;
    const isLeft = side === "LEFT";
    ctx.font = unitFont(plot);
    ctx.fillStyle = colourOf(axis);
    ctx.textAlign = isLeft ? "right" : "left";
    ctx.textBaseline = "alphabetic";
    const x = isLeft ? sides.left - steps - 6 * ratio : sides.right + steps + 6 * ratio;
    ctx.fillText(shortened(unit), x, plot.bbox.top - 8 * ratio);
  }
  ctx.restore();
}

/** More would reach over the edge of the chart; the legend has it in full. */
const longestUnit = 10;
const shortened = (unit: string): string => (unit.length > longestUnit ? `${unit.slice(0, longestUnit - 1)}…` : unit);

/** The library keeps a colour as the function it made of it. */
const colourOf = ({ stroke }: uPlot.Axis): string => {
  const colour: unknown = typeof stroke === "function" ? (stroke as () => unknown)() : stroke;
  return typeof colour === "string" ? colour : "#888";
};
