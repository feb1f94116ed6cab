import type { AnsweredSeries } from "./page-answer.ts";

/** A time in which a value did not change. */
export interface StateSegment {
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
}

/** States of a row: from each change to the next, within what is shown; the last goes on until now. */
export function stateSegments(
  { times, values }: AnsweredSeries,
  from: number,
  to: number,
  now: number,
): StateSegment[] {
  const end = Math.min(to, Math.max(now, times.at(-1) ?? from));
  return times.flatMap((time, at) => {
    const segment = { from: Math.max(from, time), to: Math.min(end, times[at + 1] ?? end), value: values[at] };
    return segment.to > segment.from ? [segment] : [];
  });
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
