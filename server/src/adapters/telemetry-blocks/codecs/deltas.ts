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

export function readDeltas(reader: ByteReader, values: Float64Array, count: number, order: 1 | 2): void {
  const { bytes } = reader;
  let previous = 0;
  let delta = 0;
  for (let i = 0; i < count; ) {
    const short = bytes[reader.position] as number; // most differences take one byte: decoded right here
    const coded = short < 0x80 ? (short >>> 1) ^ -(short & 1) : reader.zigzag();
    if (short < 0x80) reader.position++;
    if (coded !== 0) {
      delta = order === 2 ? delta + coded : coded;
      previous += delta;
      values[i++] = previous;
      continue;
    }
    const end = i + reader.varint() + 1;
    if (end > count) throw new RangeError("a run is longer than its block");
    if (order === 1) {
      values.fill(previous, i, end);
      i = end;
    } else {
      for (; i < end; previous = values[i++] as number) values[i] = previous + delta;
    }
  }
}
