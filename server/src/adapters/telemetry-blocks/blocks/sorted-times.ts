/** The first of ascending times that is later than `ts`; their number when there is none. */
export function firstAfter(times: Float64Array, ts: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) > ts) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first of strictly ascending times at or after `ts`; their number when there is none. */
export function firstAtOrAfter(times: Float64Array, ts: number): number {
  const after = firstAfter(times, ts);
  return after > 0 && times[after - 1] === ts ? after - 1 : after;
}
