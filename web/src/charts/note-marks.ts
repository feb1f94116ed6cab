import type uPlot from "uplot";

/** What somebody wrote at a time, in milliseconds. */
export interface NoteMark {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly colour?: string;
}

const shade = 0.12;
const longestText = 28;
const [pad, textHeight] = [4, 14];

/** Texts that stand beside each other without touching, from the left; the others have their line alone. */
export function notesWithText(placed: readonly { readonly left: number; readonly width: number }[]): boolean[] {
  let free = Number.NEGATIVE_INFINITY;
  return placed.map(({ left, width }) => {
    const fits = left >= free;
    if (fits) free = left + width;
    return fits;
  });
}

/** Those of a range, in its order. */
export const notesWithin = (notes: readonly NoteMark[], from: number, to: number): readonly NoteMark[] =>
  notes.filter((note) => note.to >= from && note.from <= to).toSorted((one, other) => one.from - other.from);

const shortened = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText - 1).trimEnd()}…` : text;

/** To be read whatever is drawn behind it. */
export function tell(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  style: CSSStyleDeclaration,
): void {
  ctx.setLineDash([]);
  ctx.lineWidth = 4 * window.devicePixelRatio;
  ctx.lineJoin = "round";
  ctx.strokeStyle = style.getPropertyValue("--surface");
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

/** Over the lines: a dashed line where it happened, shaded for as long as it took, with what was written [DSH3]. */
export function drawNotes(plot: uPlot, notes: readonly NoteMark[], style: CSSStyleDeclaration): void {
  const { ctx, bbox } = plot;
  const ratio = window.devicePixelRatio;
  const { min, max } = plot.scales["x"] ?? {};
  const [first, last] = [(min ?? 0) * 1_000, (max ?? 0) * 1_000];
  const shown = notesWithin(notes, first, last);
  if (shown.length === 0) return;
  const xOf = (ms: number) => plot.valToPos(Math.max(first, Math.min(last, ms)) / 1_000, "x", true);
  ctx.save();
  ctx.font = `${11 * ratio}px ${style.getPropertyValue("--font")}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left"; // the axes leave theirs behind
  const places = shown.map((note) => {
    const [left, right] = [xOf(note.from), xOf(note.to)];
    const text = shortened(note.text);
    return { note, left, right, text, width: ctx.measureText(text).width + 3 * pad * ratio };
  });
  const isTold = notesWithText(places);
  /** At the end of the axis a text stands before its line. */
  const besideLine = (left: number, width: number) =>
    left + width > bbox.left + bbox.width ? -width / ratio + pad : pad;
  for (const [index, { note, left, right, text, width }] of places.entries()) {
    const colour = note.colour ?? style.getPropertyValue("--text-soft");
    ctx.strokeStyle = colour;
    ctx.fillStyle = colour;
    ctx.globalAlpha = shade;
    if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 1;
    ctx.lineWidth = ratio;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
    if (isTold[index]) tell(ctx, text, left + besideLine(left, width) * ratio, bbox.top + textHeight * ratio, style);
  }
  ctx.restore();
}
