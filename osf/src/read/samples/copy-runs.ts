// The innermost loops of the reader: interleaved (time, value) pairs into separate arrays. A run is copied once to an
// aligned place and seen there as whole units of 4, 2 or 1 bytes, whichever divides its stride. 64-bit numbers are
// never touched as bigints, and no DataView is used: both are calls and allocations until the last compiler tier
// takes over, which comes late for code like this (docs/performance.md). NaNs keep their payload on the way.

const scratchBytes = 1 << 16;
const scratch = new Uint8Array(scratchBytes);
const scratch16 = new Int16Array(scratch.buffer);
const scratch32 = new Int32Array(scratch.buffer);

/** Runs shorter than this are copied byte by byte where they lie. */
const shortRun = 3;

/** An array seen as units of 4, 2 and 1 bytes. */
export class UnitViews {
  readonly bytes: Uint8Array;
  readonly units16: Int16Array;
  readonly units32: Int32Array;

  constructor(buffer: ArrayBufferLike) {
    this.bytes = new Uint8Array(buffer);
    this.units16 = new Int16Array(buffer, 0, this.bytes.length >> 1);
    this.units32 = new Int32Array(buffer, 0, this.bytes.length >> 2);
  }
}

/** One field of a run: `length` bytes at `offset` of every sample. */
export interface RunField {
  readonly offset: number;
  readonly length: number;
}

/** Copies one field of `count` samples, `stride` bytes apart from `from` on, to sample `at` of the target. */
export function copyField(
  source: Uint8Array,
  from: number,
  count: number,
  stride: number,
  field: RunField,
  target: UnitViews,
  at: number,
): void {
  if (count < shortRun) {
    copyBytes(source, from + field.offset, count, stride, field.length, target.bytes, at);
    return;
  }
  const perPiece = Math.max(1, Math.floor(scratchBytes / stride));
  for (let done = 0; done < count; done += perPiece) {
    const piece = Math.min(perPiece, count - done);
    const start = from + done * stride;
    if (piece * stride > scratchBytes)
      copyBytes(source, start + field.offset, piece, stride, field.length, target.bytes, at + done);
    else {
      scratch.set(source.subarray(start, start + piece * stride));
      copyAligned(piece, stride, field, target, at + done);
    }
  }
}

function copyAligned(count: number, stride: number, { offset, length }: RunField, target: UnitViews, at: number): void {
  if (((stride | offset | length) & 3) === 0) copy32(offset >> 2, count, stride >> 2, length >> 2, target.units32, at);
  else if (((stride | offset | length) & 1) === 0)
    copy16(offset >> 1, count, stride >> 1, length >> 1, target.units16, at);
  else copyBytes(scratch, offset, count, stride, length, target.bytes, at);
}

function copy32(from: number, count: number, stride: number, length: number, target: Int32Array, at: number): void {
  if (length === 2) {
    for (let i = 0, p = from, q = 2 * at; i < count; i++, p += stride, q += 2) {
      target[q] = scratch32[p] as number;
      target[q + 1] = scratch32[p + 1] as number;
    }
    return;
  }
  if (length === 1) {
    for (let i = 0, p = from; i < count; i++, p += stride) target[at + i] = scratch32[p] as number;
    return;
  }
  for (let i = 0, p = from, q = length * at; i < count; i++, p += stride) {
    for (let unit = 0; unit < length; unit++) target[q++] = scratch32[p + unit] as number;
  }
}

/** Values of records of four words: the first or the first two of the words at `from` hold one of `size` bytes. */
export function copyRecordValues(
  records: Int32Array,
  from: number,
  count: number,
  size: number,
  { bytes, units16, units32 }: UnitViews,
  at: number,
): void {
  if (size === 8) {
    for (let i = 0, p = from, q = 2 * at; i < count; i++, p += 4, q += 2) {
      units32[q] = records[p] as number;
      units32[q + 1] = records[p + 1] as number;
    }
    return;
  }
  const target = size === 4 ? units32 : size === 2 ? units16 : bytes;
  for (let i = 0, p = from; i < count; i++, p += 4) target[at + i] = records[p] as number;
}

function copy16(from: number, count: number, stride: number, length: number, target: Int16Array, at: number): void {
  for (let i = 0, p = from, q = length * at; i < count; i++, p += stride) {
    for (let unit = 0; unit < length; unit++) target[q++] = scratch16[p + unit] as number;
  }
}

function copyBytes(
  source: Uint8Array,
  from: number,
  count: number,
  stride: number,
  length: number,
  target: Uint8Array,
  at: number,
): void {
  for (let i = 0, p = from, q = length * at; i < count; i++, p += stride) {
    for (let unit = 0; unit < length; unit++) target[q++] = source[p + unit] as number;
  }
}

/**
 * Turns `count` differences into times from time `at` on: each is relative to the one before, the first to the
 * anchor (§6.8). The differences lie in the upper half of the times' own place.
 */
export function addDeltas(halves: Int32Array, at: number, count: number, anchorLow: number, anchorHigh: number): void {
  let low = anchorLow | 0;
  let high = anchorHigh | 0;
  for (let i = 0, p = 2 * at + count, q = 2 * at; i < count; i++, p++, q += 2) {
    const next = (low + (halves[p] as number)) | 0;
    if (next >>> 0 < low >>> 0) high = (high + 1) | 0;
    halves[q] = next;
    halves[q + 1] = high;
    low = next;
  }
}

/** Whether `bytes[from, to)` are ASCII; false may also mean that their neighbours in the same word are not. */
export function isAsciiRun(bytes: Uint8Array, from: number, to: number): boolean {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const end = Math.min(words.length, (to + 3) >> 2);
  let seen = 0;
  for (let at = from >> 2; at < end; at++) seen |= words[at] as number;
  return (seen & 0x80808080) === 0;
}
