const word = 2 ** 32;

/** Nanoseconds from the origin, as doubles: exact over a hundred days, and to a fraction of a bucket beyond. */
export function fillOffsets(times: BigInt64Array, originNs: bigint, offsets: Float64Array): void {
  const halves = new Int32Array(times.buffer, times.byteOffset, times.length * 2);
  const low = Number(BigInt.asUintN(32, originNs));
  const high = Number(originNs >> 32n);
  for (let i = 0, at = 0; i < times.length; i++, at += 2) {
    offsets[i] = ((halves[at + 1] as number) - high) * word + (((halves[at] as number) >>> 0) - low);
  }
}
