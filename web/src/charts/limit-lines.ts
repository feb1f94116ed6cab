import type uPlot from "uplot";
import type { Line } from "./aligned.ts";
import type { AxisGroup } from "./axis-groups.ts";
import type { Slice } from "./slices.ts";

/** A limit of a channel as it is drawn: a dashed line, and a breath of colour beyond it. */
export interface LimitLine {
  readonly scale: string;
  readonly value: number;
  readonly severity: "warning" | "alarm";
  /** On which side of it values are beyond. */
  readonly side: "above" | "below";
}

const kinds = [
  ["warnBelow", "warning", "below"],
  ["alarmBelow", "alarm", "below"],
  ["warnAbove", "warning", "above"],
  ["alarmAbove", "alarm", "above"],
] as const;

/** Those of all lines, each once per axis. */
export function limitLines(lines: readonly Line[], groups: readonly AxisGroup[]): readonly LimitLine[] {
  const found = groups.flatMap(({ scale, members }) =>
    members.flatMap((index) =>
      kinds.flatMap(([kind, severity, side]) => {
        const value = lines[index]?.limits?.[kind];
        return value === undefined ? [] : [{ scale, value, severity, side }];
      }),
    ),
  );
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

export interface LimitColours {
  readonly warning: string;
  readonly alarm: string;
}

/** Under the lines; what lies outside of the drawing is cut off. */
export function drawLimits(
  plot: uPlot,
  limits: readonly LimitLine[],
  colours: LimitColours,
  sliceOf: (scale: string) => Slice | undefined,
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  for (const limit of limits) {
    const y = plot.valToPos(limit.value, limit.scale, true);
    if (!Number.isFinite(y)) continue;
    const { at, of } = sliceOf(limit.scale) ?? { at: 0, of: 1 };
    const height = bbox.height / of;
    const above = bbox.top + height * at;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, above, bbox.width, height);
    ctx.clip();
    ctx.strokeStyle = colours[limit.severity];
    ctx.fillStyle = `${colours[limit.severity]}14`;
    const [top, bottom] = limit.side === "above" ? [above, y] : [y, above + height];
    if (bottom > top) ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
    ctx.lineWidth = ratio;
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.restore();
  }
}
