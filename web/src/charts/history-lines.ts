import type { History } from "../api/telemetry.ts";
import { drawable } from "../format/number.ts";
import type { Line } from "./aligned.ts";

/** Lines of what was read; keys without a single number are named beside the chart instead. */
export function linesOf(history: History, keys: readonly string[], unitOf: (key: string) => string) {
  const { AVG, MIN, MAX, NONE } = history.parts;
  const lines: Line[] = [];
  const texts: string[] = [];
  for (const key of keys) {
    const points = (AVG ?? NONE)?.[key] ?? [];
    const values = points.map(({ value }) => drawable(value) ?? null);
    const isText = points.length > 0 && values.every((value) => value === null);
    if (isText || (points.length === 0 && (history.counts.get(key) ?? 0) > 0)) texts.push(key);
    else if (points.length > 0)
      lines.push({
        ...{ label: key, unit: unitOf(key), times: points.map(({ ts }) => ts), values },
        ...(MIN?.[key] && MAX?.[key] && { min: at(MIN[key], points), max: at(MAX[key], points) }),
      });
  }
  return { lines, texts };
}

type Points = readonly { readonly ts: number; readonly value: unknown }[];

/** The values of one kind at the times of another: all kinds have the same buckets. */
function at(points: Points, times: Points): (number | null)[] {
  const byTime = new Map(points.map(({ ts, value }) => [ts, drawable(value) ?? null]));
  return times.map(({ ts }) => byTime.get(ts) ?? null);
}
