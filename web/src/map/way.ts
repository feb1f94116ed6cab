import { type Position, type PositionKeys, positionIn, type Sent } from "./position.ts";

/** Values of a key over time. */
interface Course {
  readonly key: string;
  readonly times: readonly number[];
  readonly values: readonly unknown[];
}

/** Where something was, in the order of time; a moment at which only one half of a position came is passed over. */
export function wayOf(courses: readonly Course[], keys?: PositionKeys): Position[] {
  const moments = new Map<number, Map<string, Sent>>();
  for (const { key, times, values } of courses) {
    for (const [at, ts] of times.entries()) {
      const sent = moments.get(ts) ?? new Map<string, Sent>();
      moments.set(ts, sent.set(key, { ts, value: values[at] }));
    }
  }
  const inOrder = [...moments].toSorted(([one], [other]) => one - other);
  return inOrder.flatMap(([, sent]) => positionIn(sent, keys) ?? []);
}
