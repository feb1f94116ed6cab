import type { ByteReader, ByteWriter } from "./bytes.ts";
import { readDeltas, writeDeltas } from "./deltas.ts";
import { readXorFloats, writeXorFloats } from "./xor-floats.ts";

/** The first byte: how many decimals the scaled integers have, or that the numbers are not decimal. */
const notDecimal = 0xff;
const maxDecimals = 9;
/** Scaled integers stay below this, so that no difference of two leaves the range of the delta codec. */
const maxScaled = 2 ** 51;
const powers = Array.from({ length: maxDecimals + 1 }, (_, decimals) => 10 ** decimals);

const isNegativeZero = (value: number): boolean => value === 0 && 1 / value < 0;

/** The fewest decimals that write all values exactly, or `notDecimal`. */
function decimalsOf(values: Float64Array, count: number): number {
  let decimals = 0;
  let power = 1;
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    if (isNegativeZero(value)) return notDecimal;
    while (Math.round(value * power) / power !== value) {
      if (++decimals > maxDecimals) return notDecimal;
      power = powers[decimals] as number;
    }
  }
  return decimals;
}

/** Fills `scaled`; false when a value does not survive the way there and back, which only huge ones do not. */
function scale(values: Float64Array, count: number, power: number, scaled: Float64Array): boolean {
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    const integer = Math.round(value * power);
    if (Math.abs(integer) > maxScaled || integer / power !== value) return false;
    scaled[i] = integer;
  }
  return true;
}

let scratch = new Float64Array(1024);

/** Finite doubles: integers and short decimals as differences of scaled integers, everything else by its bits. */
export function writeNumbers(writer: ByteWriter, values: Float64Array, count: number): void {
  if (scratch.length < count) scratch = new Float64Array(count);
  const decimals = decimalsOf(values, count);
  if (decimals !== notDecimal && scale(values, count, powers[decimals] as number, scratch)) {
    writer.byte(decimals);
    writeDeltas(writer, scratch, count, 1);
  } else {
    writer.byte(notDecimal);
    writeXorFloats(writer, values, count);
  }
}

export function readNumbers(reader: ByteReader, values: Float64Array, count: number): void {
  const decimals = reader.byte();
  if (decimals === notDecimal) readXorFloats(reader, values, count);
  else readScaled(reader, values, count, decimals);
}

function readScaled(reader: ByteReader, values: Float64Array, count: number, decimals: number): void {
  const power = powers[decimals];
  if (power === undefined) throw new RangeError("unknown number encoding");
  readDeltas(reader, values, count, 1);
  if (power === 1) return;
  for (let i = 0; i < count; i++) values[i] = (values[i] as number) / power;
}
