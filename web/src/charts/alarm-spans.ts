import type { AlarmSeverity } from "@heliograph/contract";
import type uPlot from "uplot";

/** A time in which an alarm was active, in milliseconds. */
export interface AlarmSpan {
  readonly from: number;
  readonly to: number;
  readonly severity: AlarmSeverity;
}

const barHeight = 4;
/** Minutes in a month are still to be seen, and to be aimed at. */
const leastWidth = 3;
const hatchEvery = 8;
const shade = 0.12;

/** The part of spans that a range shows; the worst last, so that it is drawn over the others. */
export function spansWithin(spans: readonly AlarmSpan[], from: number, to: number): readonly AlarmSpan[] {
  const order: readonly AlarmSeverity[] = ["INDETERMINATE", "WARNING", "MINOR", "MAJOR", "CRITICAL"];
  return spans
    .filter((span) => span.to >= from && span.from <= to)
    .map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** Behind the lines: a bar on top, and below it a shade; that of major ones is hatched [ALM4]. */
export function drawSpans(plot: uPlot, spans: readonly AlarmSpan[], style: CSSStyleDeclaration): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales["x"] ?? {};
  const ratio = window.devicePixelRatio;
  ctx.save();
  for (const span of spansWithin(spans, (min ?? 0) * 1_000, (max ?? 0) * 1_000)) {
    const [left, right] = [span.from, span.to].map((ms) => plot.valToPos(ms / 1_000, "x", true)) as [number, number];
    const width = Math.max(right - left, leastWidth * ratio);
    ctx.fillStyle = style.getPropertyValue(`--${span.severity.toLowerCase()}`);
    ctx.strokeStyle = ctx.fillStyle;
    ctx.globalAlpha = 1;
    ctx.fillRect(left, bbox.top, width, barHeight * ratio);
    ctx.globalAlpha = shade;
    if (span.severity === "MAJOR") hatch(ctx, { left, top: bbox.top, width, height: bbox.height }, ratio);
    else ctx.fillRect(left, bbox.top, width, bbox.height);
  }
  ctx.restore();
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function hatch(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box, ratio: number): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.globalAlpha = shade * 3;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  for (let x = left - height; x < left + width; x += hatchEvery * ratio) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}
