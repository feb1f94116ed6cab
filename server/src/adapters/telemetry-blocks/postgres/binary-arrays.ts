// Arrays in PostgreSQL's binary form: exact for every double, and bytes need not become text twice as long.
const oids = { int4: 23, int8: 20, float8: 701, text: 25, bytea: 17 } as const;
const headBytes = 20;

function arrayOf(oid: number, count: number, elementBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + elementBytes);
  bytes.writeInt32BE(count === 0 ? 0 : 1, 0); // dimensions
  bytes.writeInt32BE(0, 4); // no nulls
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16); // its first index
  return count === 0 ? bytes.subarray(0, 12) : bytes;
}

type Write = (bytes: Buffer, value: number, at: number) => void;

function fixed(oid: number, width: number, write: Write): (values: readonly number[]) => Buffer {
  return (values) => {
    const bytes = arrayOf(oid, values.length, values.length * (4 + width));
    let at = headBytes;
    for (const value of values) {
      bytes.writeInt32BE(width, at);
      write(bytes, value, at + 4);
      at += 4 + width;
    }
    return bytes;
  };
}

const limit = 2 ** 63;

/** Whole numbers below 2^53 as they are; beyond all that can be, infinity too, the last one there is. */
export function int8(value: number): bigint {
  if (value >= limit) return 9_223_372_036_854_775_807n;
  return value <= -limit ? -9_223_372_036_854_775_808n : BigInt(Math.trunc(value));
}

export const int4s = fixed(oids.int4, 4, (bytes, value, at) => void bytes.writeInt32BE(value, at));
export const float8s = fixed(oids.float8, 8, (bytes, value, at) => void bytes.writeDoubleBE(value, at));
export const int8s = fixed(oids.int8, 8, (bytes, value, at) => void bytes.writeBigInt64BE(int8(value), at));

function varying(oid: number): (values: readonly Uint8Array[]) => Buffer {
  return (values) => {
    const total = values.reduce((sum, { length }) => sum + 4 + length, 0);
    const bytes = arrayOf(oid, values.length, total);
    let at = headBytes;
    for (const value of values) {
      bytes.writeInt32BE(value.length, at);
      bytes.set(value, at + 4);
      at += 4 + value.length;
    }
    return bytes;
  };
}

export const byteas = varying(oids.bytea);
const textBytes = varying(oids.text);
export const texts = (values: readonly string[]): Buffer =>
  textBytes(values.map((value) => Buffer.from(value, "utf8")));

/** A value of bytes as the driver takes it: in binary, without a copy. */
export const bytea = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** What PostgreSQL says for bytes: `\x…`. */
export const bytesOf = (cell: string | null | undefined): Uint8Array | undefined =>
  cell === null || cell === undefined ? undefined : Buffer.from(cell.slice(2), "hex");
