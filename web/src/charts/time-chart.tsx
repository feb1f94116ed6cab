import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { alignedColumns, type Line } from "./aligned.ts";
import { chartOptions } from "./chart-options.ts";

interface TimeChartProps {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly from: number;
  readonly to: number;
  readonly height?: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

const defaultHeight = 380;

/** The only place that knows the chart library. Built anew when the lines change, else only given new numbers. */
export function TimeChart({ label, lines, from, to, height = defaultHeight, onZoom, onZoomOut }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const actions = useRef({ onZoom, onZoomOut });
  actions.current = { onZoom, onZoomOut };
  const shape = JSON.stringify(lines.map(({ label: name, unit, min }) => [name, unit, min !== undefined]));
  const latest = useRef({ lines, from, to });
  latest.current = { lines, from, to };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new shape of lines needs a new chart
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const width = Math.max(200, element.clientWidth);
    const options = chartOptions(latest.current.lines, { width, height }, getComputedStyle(element), {
      range: () => [latest.current.from / 1_000, latest.current.to / 1_000],
      zoom: (start, end) => actions.current.onZoom(start, end),
    });
    const plot = new uPlot(options, alignedColumns(latest.current.lines), element);
    const zoomOut = () => actions.current.onZoomOut();
    plot.over.addEventListener("dblclick", zoomOut);
    chart.current = plot;
    const resize = new ResizeObserver(() => plot.setSize({ width: Math.max(200, element.clientWidth), height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
      chart.current = undefined;
    };
  }, [shape, height]);

  useEffect(() => {
    chart.current?.setData(alignedColumns(lines));
    chart.current?.setScale("x", { min: from / 1_000, max: to / 1_000 });
  }, [lines, from, to]);

  return <div className="chart" ref={box} role="img" aria-label={label} />;
}
