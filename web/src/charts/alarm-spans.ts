import type { AlarmSeverity } from "@heliograph/contract";
import type uPlot from "uplot";
import { tell } from "./note-marks.ts";

/** A time in which an alarm was active, in milliseconds. */
export interface AlarmSpan {
  readonly from: number;
  readonly to: number;
  readonly severity: AlarmSeverity;
  readonly name?: string;
}

const barHeight = 4;
/** Minutes in a month are still to be seen, and to be aimed at. */
const leastWidth = 3;
const hatchEvery = 8;
const shade = 0.12;

const order: readonly AlarmSeverity[] = ["INDETERMINATE", "WARNING", "MINOR", "MAJOR", "CRITICAL"];

/** The part of spans that a range shows; the worst last, so that it is drawn over the others. */
export function spansWithin(spans: readonly AlarmSpan[], from: number, to: number): readonly AlarmSpan[] {
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

const nameHeight = 14;
const pad = 4;
/** Where charts are stacked, a unit stands in the corner. */
const unitRoom = 44;

interface Named extends AlarmSpan {
  readonly left: number;
  readonly width: number;
}

/** Each name once, at its longest span, the worst first; none over another. */
export function namesThatFit(spans: readonly Named[], right: number): (Named & { readonly name: string })[] {
  const told: (Named & { readonly name: string })[] = [];
  const ordered = spans.toSorted((a, b) => rankOf(b) - rankOf(a) || b.to - b.from - (a.to - a.from));
  for (const { name, ...span } of ordered) {
    if (!name || told.some((one) => one.name === name)) continue;
    const left = Math.min(span.left, right - span.width);
    const isFree = told.every((one) => one.left + one.width <= left || left + span.width <= one.left);
    if (isFree) told.push({ ...span, name, left });
  }
  return told;
}

/** What of a text there is room for, from its beginning on. */
export function shortened(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  let length = text.length - 1;
  while (length > 0 && widthOf(`${text.slice(0, length)}…`) > room) length--;
  return length === 0 ? "" : `${text.slice(0, length)}…`;
}

const rankOf = ({ severity }: AlarmSpan): number => order.indexOf(severity);

/** Over the lines: what the alarms are called [ALM4]. */
export function drawSpanNames(plot: uPlot, spans: readonly AlarmSpan[], style: CSSStyleDeclaration): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales["x"] ?? {};
  const ratio = window.devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * ratio}px ${style.getPropertyValue("--font")}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillStyle = style.getPropertyValue("--text");
  const widthOf = (text: string) => ctx.measureText(text).width;
  const room = bbox.width - (unitRoom + 2 * pad) * ratio;
  const placed = spansWithin(spans, (min ?? 0) * 1_000, (max ?? 0) * 1_000).map((span) => {
    const name = shortened(span.name ?? "", room, widthOf);
    const left = Math.max(plot.valToPos(span.from / 1_000, "x", true), bbox.left + unitRoom * ratio);
    return { ...span, name, left, width: widthOf(name) + 2 * pad * ratio };
  });
  for (const { name, left } of namesThatFit(placed, bbox.left + bbox.width))
    tell(ctx, name, left + pad * ratio, bbox.top + nameHeight * ratio, style);
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
