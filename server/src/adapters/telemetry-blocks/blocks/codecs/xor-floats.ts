import type { ByteReader, ByteWriter } from "./bytes.ts";

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer); // the low word first on every platform Node runs on

/** How many of a word's bytes are zero, counted from the top. */
const leadingZeroBytes = (word: number): number => Math.clz32(word) >>> 3;

/** The lowest byte of (high, low) that is not zero, as a position from 0 (lowest) to 7. */
function lowestByte(high: number, low: number): number {
  const [word, base] = low === 0 ? [high, 4] : [low, 0];
  return base + ((31 - Math.clz32(word & -word)) >>> 3);
}

const byteAt = (high: number, low: number, position: number): number =>
  position >= 4 ? (high >>> ((position - 4) * 8)) & 0xff : (low >>> (position * 8)) & 0xff;

/**
 * Doubles as the difference in bits to the previous one, whole bytes only: one control byte (highest byte kept, how
 * many), then the bytes. An equal value takes one byte. For measured values with noise in every digit.
 */
export function writeXorFloats(writer: ByteWriter, values: Float64Array, count: number): void {
  let previousHigh = 0;
  let previousLow = 0;
  for (let i = 0; i < count; i++) {
    float[0] = values[i] as number;
    const high = ((words[1] as number) ^ previousHigh) >>> 0;
    const low = ((words[0] as number) ^ previousLow) >>> 0;
    previousHigh = words[1] as number;
    previousLow = words[0] as number;
    if (high === 0 && low === 0) writer.byte(0);
    else writeDifference(writer, high, low);
  }
}

function writeDifference(writer: ByteWriter, high: number, low: number): void {
  const top = high === 0 ? 3 - leadingZeroBytes(low) : 7 - leadingZeroBytes(high);
  const bottom = lowestByte(high, low);
  writer.byte((top << 4) | (top - bottom + 1));
  for (let position = top; position >= bottom; position--) writer.byte(byteAt(high, low, position));
}

export function readXorFloats(reader: ByteReader, values: Float64Array, count: number): void {
  let high = 0;
  let low = 0;
  for (let i = 0; i < count; i++) {
    const control = reader.byte();
    let position = control >>> 4;
    for (let left = control & 0xf; left > 0; left--, position--) {
      if (position >= 4) high ^= reader.byte() << ((position - 4) * 8);
      else low ^= reader.byte() << (position * 8);
    }
    words[1] = high;
    words[0] = low;
    values[i] = float[0] as number;
  }
}
