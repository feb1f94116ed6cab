import type uPlot from "uplot";
import type { AxisGroup } from "./axis-groups.ts";

const axisWidth = 58;
/** How far ticks are apart, in pixels; closer where the chart is low, so that there are three at least. */
const [closestTicks, usualTicks, fewestTicks] = [14, 30, 5];
const left = 3;
const right = 1;
/** Beyond this share of the width, axes are left out: their lines have scales of their own all the same. */
const axesShare = 0.45;

/** How many axes a chart of this width can show; at least one. */
export const axesThatFit = (width: number): number => Math.max(1, Math.floor((width * axesShare) / axisWidth));

/** One axis per group. An axis of a single line has its colour. */
export function unitAxes(groups: readonly AxisGroup[], colours: readonly string[], axis: uPlot.Axis): uPlot.Axis[] {
  return groups.map(({ scale, members, side }, index) => {
    const colour = members.length === 1 && groups.length > 1 ? colours[members[0] ?? 0] : undefined;
    return {
      ...axis,
      ...(colour && { stroke: colour }),
      scale,
      side: side === "LEFT" ? left : right,
      grid: index === 0 ? axis.grid : { show: false },
      size: axisWidth,
      space: (_, __, ___, ____, height) => Math.max(closestTicks, Math.min(usualTicks, height / fewestTicks)),
    } as uPlot.Axis;
  });
}

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
    ctx.font = `600 ${12 * ratio}px ${getComputedStyle(plot.root).fontFamily}`;
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
