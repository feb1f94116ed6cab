import { type ByteReader, type ByteWriter, maxZigzag } from "./bytes.ts";

/** Whether all differences (of differences, for order 2) of these integers can be coded. */
export function canWriteDeltas(values: Float64Array, count: number, order: 1 | 2): boolean {
  let previous = 0;
  let previousDelta = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    const delta = value - previous;
    if (!(Math.abs(delta) <= maxZigzag) || Math.abs(delta - previousDelta) > maxZigzag) return false;
    previous = value;
    if (order === 2) previousDelta = delta;
  }
  return true;
}

/**
 * Integers as differences to the previous one (order 1), or as differences of those (order 2: evenly spaced values
 * become zeros). Zeros are counted, not repeated, so a regular or constant stretch takes two bytes.
 */
export function writeDeltas(writer: ByteWriter, values: Float64Array, count: number, order: 1 | 2): void {
  let previous = 0;
  let previousDelta = 0;
  let zeros = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    const delta = value - previous;
    const coded = delta - previousDelta;
    previous = value;
    if (order === 2) previousDelta = delta;
    if (coded === 0) {
      zeros++;
      continue;
    }
    if (zeros > 0) writeZeros(writer, zeros);
    zeros = 0;
    writer.zigzag(coded);
  }
  if (zeros > 0) writeZeros(writer, zeros);
}

function writeZeros(writer: ByteWriter, zeros: number): void {
  writer.byte(0);
  writer.varint(zeros - 1);
}

/**
 * The loop that every stored number passes: the position is a local number, and differences of one or two bytes, which
 * nearly all are, are read in place.
 */
export function readDeltas(reader: ByteReader, values: Float64Array, count: number, order: 1 | 2): void {
  const { bytes } = reader;
  let at = reader.position;
  let previous = 0;
  let delta = 0;
  for (let i = 0; i < count; ) {
    const first = bytes[at] as number;
    let coded: number;
    if (first < 0x80) {
      coded = (first >>> 1) ^ -(first & 1);
      at++;
    } else if ((bytes[at + 1] as number) < 0x80) {
      const short = (first & 0x7f) | ((bytes[at + 1] as number) << 7);
      coded = (short >>> 1) ^ -(short & 1);
      at += 2;
    } else {
      reader.position = at;
      coded = reader.zigzag();
      at = reader.position;
    }
    if (coded !== 0) {
      delta = order === 2 ? delta + coded : coded;
      previous += delta;
      values[i++] = previous;
      continue;
    }
    reader.position = at;
    const end = i + reader.varint() + 1;
    at = reader.position;
    if (end > count) throw new RangeError("a run is longer than its block");
    const step = order === 2 ? delta : 0;
    for (; i < end; i++) {
      previous += step;
      values[i] = previous;
    }
  }
  reader.position = at;
}
