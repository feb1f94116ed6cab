import type { LiveSample } from "@heliograph/client";
import { drawable } from "../format/number.ts";
import type { Line } from "./aligned.ts";

/** Points that came by the live connection since the history was read, by key, oldest first. */
export type Tail = ReadonlyMap<string, readonly LiveSample[]>;

/** Per key; reading the history again makes them superfluous long before. */
const longest = 2_000;

export function tailWith(tail: Tail, news: Readonly<Record<string, LiveSample | null>>, keys: readonly string[]): Tail {
  const next = new Map(tail);
  for (const key of keys) {
    const sample = news[key];
    const known = next.get(key) ?? [];
    if (!sample || sample.ts <= (known.at(-1)?.ts ?? Number.NEGATIVE_INFINITY)) continue;
    next.set(key, [...known, sample].slice(-longest));
  }
  return next;
}

/** Lines with what came after their last point. An envelope goes on as a line: its newest bucket is not full yet. */
export const extended = (lines: readonly Line[], tail: Tail): readonly Line[] =>
  lines.map((line) => {
    const last = line.times.at(-1) ?? Number.NEGATIVE_INFINITY;
    const newer = (tail.get(line.label) ?? []).filter(({ ts, value }) => ts > last && drawable(value) !== undefined);
    return newer.length === 0 ? line : longer(line, newer);
  });

function longer(line: Line, newer: readonly LiveSample[]): Line {
  const added = newer.map(({ value }) => drawable(value) ?? null);
  return {
    ...line,
    times: [...line.times, ...newer.map(({ ts }) => ts)],
    values: [...line.values, ...added],
    ...(line.min && { min: [...line.min, ...added] }),
    ...(line.max && { max: [...line.max, ...added] }),
  };
}
