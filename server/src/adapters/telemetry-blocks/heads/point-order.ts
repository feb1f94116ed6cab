/**
 * Positions of points in an arena, brought into the order of their times. They are given as they arrived, and of several
 * with one time the one that arrived last is kept.
 */
export function orderByTime(arrived: Uint32Array, ts: Float64Array): Uint32Array {
  const late = lateOnes(arrived, ts);
  if (late.length === 0) return arrived;
  const behind = new Set(late);
  const inTime = arrived.filter((point) => !behind.has(point));
  return mergeByTime(inTime, sorted(late, ts), ts);
}

/** Those that came after a point of their time or a later one. Most series have none. */
function lateOnes(arrived: Uint32Array, ts: Float64Array): number[] {
  const late: number[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  for (const point of arrived) {
    const time = ts[point] as number;
    if (time <= newest) late.push(point);
    else newest = time;
  }
  return late;
}

/** Few as a rule, so the callback of the sort costs little. */
function sorted(late: readonly number[], ts: Float64Array): Uint32Array {
  const order = late.toSorted((a, b) => (ts[a] as number) - (ts[b] as number) || a - b);
  return Uint32Array.from(order.filter((point, i) => ts[point] !== ts[order[i + 1] ?? -1]));
}

/** Two ascending orders as one; where both have a time, the point that arrived later. */
export function mergeByTime(one: Uint32Array, other: Uint32Array, ts: Float64Array): Uint32Array {
  const merged = new Uint32Array(one.length + other.length);
  let [i, j, length] = [0, 0, 0];
  while (i < one.length && j < other.length) {
    const [a, b] = [one[i] as number, other[j] as number];
    const [timeA, timeB] = [ts[a] as number, ts[b] as number];
    if (timeA <= timeB) i++;
    if (timeB <= timeA) j++;
    merged[length++] = timeA < timeB || (timeA === timeB && a > b) ? a : b;
  }
  merged.set(one.subarray(i), length);
  length += one.length - i;
  merged.set(other.subarray(j), length);
  return merged.subarray(0, length + other.length - j);
}
