import type { ByteReader, ByteWriter } from "./bytes.ts";

const runs = 1;
const bits = 2;

function runsOf(values: Float64Array, count: number): number {
  let found = 1;
  for (let i = 1; i < count; i++) if (values[i] !== values[i - 1]) found++;
  return found;
}

function writeRuns(writer: ByteWriter, values: Float64Array, count: number): void {
  let start = 0;
  writer.byte(values[0] as number);
  for (let i = 1; i <= count; i++) {
    if (i < count && values[i] === values[start]) continue;
    writer.varint(i - start);
    start = i;
  }
}

function writeBits(writer: ByteWriter, values: Float64Array, count: number): void {
  for (let start = 0; start < count; start += 8) {
    let byte = 0;
    for (let i = start; i < Math.min(start + 8, count); i++) byte |= (values[i] as number) << (i - start);
    writer.byte(byte);
  }
}

/** Zeros and ones: lengths of runs while they change seldom, else one bit each. */
export function writeBooleans(writer: ByteWriter, values: Float64Array, count: number): void {
  const asRuns = runsOf(values, count) < count / 8;
  writer.byte(asRuns ? runs : bits);
  if (asRuns) writeRuns(writer, values, count);
  else writeBits(writer, values, count);
}

function readRuns(reader: ByteReader, values: Float64Array, count: number): void {
  let value = reader.byte();
  for (let i = 0; i < count; value = 1 - value) {
    const end = i + reader.varint();
    if (end > count) throw new RangeError("a run is longer than its block");
    values.fill(value, i, end);
    i = end;
  }
}

function readBits(reader: ByteReader, values: Float64Array, count: number): void {
  for (let start = 0; start < count; start += 8) {
    const byte = reader.byte();
    for (let i = start; i < Math.min(start + 8, count); i++) values[i] = (byte >>> (i - start)) & 1;
  }
}

export function readBooleans(reader: ByteReader, values: Float64Array, count: number): void {
  if (reader.byte() === runs) readRuns(reader, values, count);
  else readBits(reader, values, count);
}
