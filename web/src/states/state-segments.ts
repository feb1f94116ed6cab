import type { AnsweredSeries, Silences } from "../dashboards/page-answer.ts";

/** A time in which a value did not change. */
export interface StateSegment {
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
}

/** States of a row: from each change to the next, within what is shown, but for gaps; the last goes on until now. */
export function stateSegments(series: AnsweredSeries, from: number, to: number, now: number): StateSegment[] {
  const { times, values } = series;
  const end = Math.min(to, Math.max(now, times.at(-1) ?? from));
  const gaps = stateGaps(series, from, end);
  return times.flatMap((time, at) => {
    const segment = { from: Math.max(from, time), to: Math.min(end, times[at + 1] ?? end), value: values[at] };
    return withoutGaps(segment, gaps);
  });
}

/** Times in which nothing was measured, up to the end if nothing came any more. */
export function stateGaps({ silences }: AnsweredSeries, from: number, end: number): Silences["gaps"] {
  if (!silences) return [];
  const { gaps, lastTs, joinedMs } = silences;
  const all = end - lastTs > joinedMs ? [...gaps, { from: lastTs, to: end }] : gaps;
  const shown = all.map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(end, gap.to) }));
  return shown.filter((gap) => gap.to > gap.from);
}

/** What a state holds of its time; gaps are in their order. */
function withoutGaps({ from, to, value }: StateSegment, gaps: Silences["gaps"]): StateSegment[] {
  const within = gaps.filter((gap) => gap.to > from && gap.from < to);
  const begins = [from, ...within.map((gap) => gap.to)];
  const ends = [...within.map((gap) => gap.from), to];
  const parts = begins.map((begin, at) => ({ from: begin, to: Math.min(to, ends[at] ?? to), value }));
  return parts.filter((part) => part.to > part.from);
}

/** Which part of the known time a state took, from 0 to 1. */
export function shareOfState(segments: readonly StateSegment[], state: string): number {
  const lengthOf = (some: readonly StateSegment[]) => some.reduce((sum, one) => sum + one.to - one.from, 0);
  const known = lengthOf(segments);
  return known === 0 ? 0 : lengthOf(segments.filter(({ value }) => String(value) === state)) / known;
}

const coloursOfStates = 6;

/** Which colour each state has: by its place among those the channel describes, then by when it was first seen. */
export function stateColours(described: readonly unknown[], seen: readonly unknown[]): ReadonlyMap<string, number> {
  const values = [...new Set([...described, ...seen].map(String))];
  return new Map(values.map((value, index) => [value, index % coloursOfStates]));
}
