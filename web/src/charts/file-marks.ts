import type uPlot from "uplot";

/** The time a file is about, in milliseconds. */
export interface FileMark {
  readonly from: number;
  readonly to: number;
}

const barHeight = 6;
/** A minute in a month is still to be seen. */
const leastWidth = 3;

/** The part of files that a range shows. */
export const marksWithin = (marks: readonly FileMark[], from: number, to: number): readonly FileMark[] =>
  marks
    .filter((mark) => mark.to >= from && mark.from <= to)
    .map((mark) => ({ from: Math.max(mark.from, from), to: Math.min(mark.to, to) }));

/** Small marks on the axis of time: when there is a file to open [DSH3]. */
export function drawFileMarks(plot: uPlot, marks: readonly FileMark[], style: CSSStyleDeclaration): void {
  const { ctx, bbox } = plot;
  const { min, max } = plot.scales["x"] ?? {};
  const ratio = window.devicePixelRatio;
  ctx.save();
  ctx.fillStyle = style.getPropertyValue("--accent");
  ctx.globalAlpha = 0.75;
  for (const mark of marksWithin(marks, (min ?? 0) * 1_000, (max ?? 0) * 1_000)) {
    const [left, right] = [mark.from, mark.to].map((ms) => plot.valToPos(ms / 1_000, "x", true)) as [number, number];
    const width = Math.max(right - left - ratio, leastWidth * ratio); // two in a row are still two
    ctx.fillRect(left, bbox.top + bbox.height - barHeight * ratio, width, barHeight * ratio);
  }
  ctx.restore();
}
