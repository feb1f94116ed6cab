import type { WidgetOptions } from "@heliograph/contract";
import { drawable } from "../format/number.ts";

type Combine = NonNullable<WidgetOptions<"VALUE">["combine"]>;

/** One value of those of several devices; of what is no number the first counts. */
export function combined(values: readonly unknown[], by: Combine = "FIRST"): unknown {
  const numbers = values.map(drawable).filter((value) => value !== undefined);
  if (by === "FIRST" || numbers.length === 0) return values[0];
  const sum = numbers.reduce((total, one) => total + one, 0);
  return { SUM: sum, AVG: sum / numbers.length, MIN: Math.min(...numbers), MAX: Math.max(...numbers) }[by];
}

/** What a value was so long before the last of its history; undefined where that does not reach so far. */
export function valueBefore(
  times: readonly number[],
  values: readonly unknown[],
  now: number,
  overMs: number,
): number | undefined {
  const at = times.findLastIndex((time) => time <= now - overMs);
  return at < 0 ? undefined : drawable(values[at]);
}

interface History {
  readonly times: readonly number[];
  readonly values: readonly unknown[];
}

/** The histories of several devices as one: only where all of them have a value, or the whole would jump. */
export function combinedHistory(histories: readonly History[], by: Combine = "FIRST"): History | undefined {
  const [first] = histories;
  if (!first || by === "FIRST" || histories.length === 1) return first;
  const known = histories.map(({ times, values }) => new Map(times.map((time, at) => [time, values[at]])));
  const times = first.times.filter((time) => known.every((one) => one.has(time)));
  return {
    times,
    values: times.map((time) =>
      combined(
        known.map((one) => one.get(time)),
        by,
      ),
    ),
  };
}
