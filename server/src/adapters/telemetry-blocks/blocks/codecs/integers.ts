import type { ByteReader, ByteWriter } from "./bytes.ts";
import { readTexts, writeTexts } from "./texts.ts";

const deltas = 1;
const digits = 2;
const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

const fitsInt64 = (value: bigint): boolean => value >= minInt64 && value <= maxInt64;

/** Differences of 64-bit integers need up to 66 bits with their sign. */
function writeBigZigzag(writer: ByteWriter, value: bigint): void {
  let rest = value >= 0n ? value << 1n : (-value << 1n) - 1n;
  for (; rest >= 0x80n; rest >>= 7n) writer.byte(Number(rest & 0x7fn) | 0x80);
  writer.byte(Number(rest));
}

function readBigZigzag(reader: ByteReader): bigint {
  let coded = 0n;
  let shift = 0n;
  for (;;) {
    const byte = reader.byte();
    coded |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return (coded & 1n) === 0n ? coded >> 1n : -((coded + 1n) >> 1n);
    shift += 7n;
  }
}

/** Integers beyond 2^53, given as decimal digits: differences while all have 64 bits, else their digits. */
export function writeIntegers(writer: ByteWriter, texts: readonly string[]): void {
  const values = texts.map(BigInt);
  const asDeltas = values.every(fitsInt64);
  writer.byte(asDeltas ? deltas : digits);
  if (asDeltas) writeBigDeltas(writer, values);
  else writeTexts(writer, texts);
}

function writeBigDeltas(writer: ByteWriter, values: readonly bigint[]): void {
  let previous = 0n;
  for (const value of values) {
    writeBigZigzag(writer, value - previous);
    previous = value;
  }
}

export function readIntegers(reader: ByteReader, count: number): string[] {
  if (reader.byte() === digits) return readTexts(reader, count);
  let value = 0n;
  return Array.from({ length: count }, () => {
    value += readBigZigzag(reader);
    return value.toString();
  });
}
