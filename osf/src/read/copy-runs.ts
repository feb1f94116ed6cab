// The innermost loops of the reader: interleaved (time, value) pairs into separate arrays. DataView reads need no
// alignment, and a 64-bit read that goes straight into a 64-bit array allocates no bigint (bench/osf shows it).
// Values are copied as bits by their size, so a NaN keeps its payload and int16 and uint16 share a loop.

/** The bits of a column's values, seen as whole numbers of the values' size. */
export type RawArray = Uint8Array | Uint16Array | Int32Array | BigInt64Array;

const word = 2 ** 32;

export function rawArrayOf(buffer: ArrayBufferLike, size: number): RawArray {
  if (size === 8) return new BigInt64Array(buffer);
  if (size === 4) return new Int32Array(buffer);
  return size === 2 ? new Uint16Array(buffer) : new Uint8Array(buffer);
}

/** `count` absolute times, `stride` bytes apart, into `times` from position `at` on. */
export function copyTimes(
  view: DataView,
  from: number,
  count: number,
  stride: number,
  times: BigInt64Array,
  at: number,
): void {
  for (let i = 0, p = from; i < count; i++, p += stride) times[at + i] = view.getBigInt64(p, true);
}

/**
 * `count` times from uint32 differences; each is relative to the one before, the first to `anchor[0]`, which is
 * left at the last (§6.8). `halves` are the 32-bit halves of the times.
 */
export function addDeltas(
  view: DataView,
  from: number,
  count: number,
  stride: number,
  halves: Int32Array,
  at: number,
  anchor: BigInt64Array,
): void {
  let low = Number(BigInt.asUintN(32, anchor[0] ?? 0n));
  let high = Number((anchor[0] ?? 0n) >> 32n);
  for (let i = 0, p = from; i < count; i++, p += stride) {
    low += view.getUint32(p, true);
    if (low >= word) {
      low -= word;
      high++;
    }
    halves[2 * (at + i)] = low;
    halves[2 * (at + i) + 1] = high;
  }
  anchor[0] = (BigInt(high) << 32n) | BigInt(low);
}

/** `count` values, `stride` bytes apart, into `raw` from position `at` on. */
export function copyValues(
  view: DataView,
  from: number,
  count: number,
  stride: number,
  raw: RawArray,
  at: number,
): void {
  if (raw instanceof BigInt64Array) copy64(view, from, count, stride, raw, at);
  else if (raw instanceof Int32Array) copy32(view, from, count, stride, raw, at);
  else if (raw instanceof Uint16Array) copy16(view, from, count, stride, raw, at);
  else copy8(view, from, count, stride, raw, at);
}

function copy64(view: DataView, from: number, count: number, stride: number, raw: BigInt64Array, at: number): void {
  for (let i = 0, p = from; i < count; i++, p += stride) raw[at + i] = view.getBigInt64(p, true);
}

function copy32(view: DataView, from: number, count: number, stride: number, raw: Int32Array, at: number): void {
  for (let i = 0, p = from; i < count; i++, p += stride) raw[at + i] = view.getInt32(p, true);
}

function copy16(view: DataView, from: number, count: number, stride: number, raw: Uint16Array, at: number): void {
  for (let i = 0, p = from; i < count; i++, p += stride) raw[at + i] = view.getUint16(p, true);
}

function copy8(view: DataView, from: number, count: number, stride: number, raw: Uint8Array, at: number): void {
  for (let i = 0, p = from; i < count; i++, p += stride) raw[at + i] = view.getUint8(p);
}
