import uPlot from "uplot";
import type { Line } from "./aligned.ts";

/** How the line of a chart is drawn; one of its points to the next where nothing is said [DSH3]. */
export function pathsOf({ draw }: Line): Pick<uPlot.Series, "paths"> {
  if (draw === "STEP" && uPlot.paths.stepped) return { paths: uPlot.paths.stepped({ align: 1 }) };
  if (draw === "BARS" && uPlot.paths.bars) return { paths: uPlot.paths.bars({ size: [barShare, widestBar] }) };
  return {};
}

const barShare = 0.8;
const widestBar = 60;
