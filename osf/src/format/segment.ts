/** The time base of a run of equidistant samples: sample i lies at `start + trunc(i * 1e9 / rate)` (§6.6). */
export interface Segment {
  readonly startNs: bigint;
  /** Samples per second. Not above zero or NaN: every sample has the start time. */
  readonly rateHz: number;
  /** Set for old start blocks without a rate: sample i lies at `start + i * increment`. */
  readonly incrementNs: bigint | undefined;
}

const nsPerSecond = 1e9;
const maxNs = 2n ** 63n - 1n;
const word = 2 ** 32;
/** Up to here `i * 1e9` is exact in a double, because 1e9 = 5^9 * 2^9. */
const maxExactIndex = Math.floor(2 ** 53 / 5 ** 9);

/** Nanoseconds from the segment's start to sample `i`, in the arithmetic of the reference readers. */
function offsetNs(segment: Segment, i: number): number {
  return segment.rateHz > 0 ? Math.trunc((i * nsPerSecond) / segment.rateHz) : 0;
}

/**
 * Time of sample `i`. The addition stays in the range of int64 and stops at its end (year 2262): times that began
 * anew in 1677 would fall inside a segment, and searching a window would lose samples.
 */
export function segmentTime(segment: Segment, i: number): bigint {
  const offset = segment.incrementNs === undefined ? offsetNs(segment, i) : BigInt(i) * segment.incrementNs;
  if (offset === Number.POSITIVE_INFINITY) return maxNs;
  const time = segment.startNs + BigInt(offset);
  return time > maxNs ? maxNs : time;
}

/** The first index in `[from, to)` whose time is not before `timeNs`; times never fall inside a segment. */
export function firstIndexAt(segment: Segment, from: number, to: number, timeNs: bigint): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (segmentTime(segment, middle) < timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whole nanoseconds between two samples when that is exact for every index, else undefined. */
export function exactStepNs(segment: Segment): bigint | undefined {
  if (segment.incrementNs !== undefined) return segment.incrementNs;
  if (!(segment.rateHz > 0)) return 0n;
  const step = nsPerSecond / segment.rateHz;
  return Number.isSafeInteger(step) && step * segment.rateHz === nsPerSecond && Number.isInteger(segment.rateHz)
    ? BigInt(step)
    : undefined;
}

/** Times of `count` samples from index `first` on. */
export function segmentTimes(segment: Segment, first: number, count: number): BigInt64Array {
  const times = new BigInt64Array(count);
  const reachesEnd = segmentTime(segment, first + count - 1) === maxNs;
  const step = first + count <= maxExactIndex ? exactStepNs(segment) : undefined;
  if (reachesEnd) fillOneByOne(times, segment, first);
  else if (step !== undefined) fillSteps(times, segment.startNs + BigInt(first) * step, step);
  else if (offsetNs(segment, first + count) < Number.MAX_SAFE_INTEGER) fillOffsets(times, segment, first);
  else fillOneByOne(times, segment, first);
  return times;
}

function fillOneByOne(times: BigInt64Array, segment: Segment, first: number): void {
  for (let i = 0; i < times.length; i++) times[i] = segmentTime(segment, first + i);
}

/** A constant step, added in 32-bit halves: bigints would be allocated one by one. */
function fillSteps(times: BigInt64Array, start: bigint, step: bigint): void {
  const halves = new Int32Array(times.buffer);
  const stepLow = Number(BigInt.asIntN(32, step));
  const stepHigh = Number(BigInt.asIntN(32, step >> 32n));
  let low = Number(BigInt.asIntN(32, start));
  let high = Number(BigInt.asIntN(32, start >> 32n));
  for (let at = 0; at < halves.length; at += 2) {
    halves[at] = low;
    halves[at + 1] = high;
    const next = (low + stepLow) | 0;
    high = (high + stepHigh + (next >>> 0 < low >>> 0 ? 1 : 0)) | 0;
    low = next;
  }
}

/** The general rate: offsets are doubles below 2^53, added to the start in two 32-bit halves. */
function fillOffsets(times: BigInt64Array, segment: Segment, first: number): void {
  const halves = new Int32Array(times.buffer);
  const startLow = Number(BigInt.asUintN(32, segment.startNs));
  const startHigh = Number(segment.startNs >> 32n);
  for (let i = 0, at = 0; i < times.length; i++, at += 2) {
    const offset = Math.trunc(((first + i) * nsPerSecond) / segment.rateHz);
    const high = Math.floor(offset / word);
    const low = startLow + (offset - high * word);
    const carry = low >= word ? 1 : 0;
    halves[at] = carry ? low - word : low;
    halves[at + 1] = startHigh + high + carry;
  }
}
