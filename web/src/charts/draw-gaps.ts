import type uPlot from "uplot";
import type { Gap } from "./gaps.ts";

const shade = 0.1;

/** Behind everything: where nothing was measured, the ground is grey. */
export function drawGaps(plot: uPlot, gaps: readonly Gap[], style: CSSStyleDeclaration): void {
  const { ctx, bbox } = plot;
  const { min, max } = plot.scales["x"] ?? {};
  ctx.save();
  ctx.fillStyle = style.getPropertyValue("--text-soft");
  ctx.globalAlpha = shade;
  for (const { from, to } of gaps) {
    const [first, last] = [Math.max(from / 1_000, min ?? 0), Math.min(to / 1_000, max ?? 0)];
    if (last <= first) continue;
    const [left, right] = [plot.valToPos(first, "x", true), plot.valToPos(last, "x", true)];
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
  }
  ctx.restore();
}
