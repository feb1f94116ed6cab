import { type Columns, isTextKind, kind } from "../../columns.ts";
import { readBooleans, writeBooleans } from "./booleans.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { readKinds, writeKinds } from "./kinds.ts";
import { readNumbers, writeNumbers } from "./numbers.ts";
import { readTexts, writeTexts } from "./texts.ts";
import { readTimestamps, writeTimestamps } from "./timestamps.ts";

/** The first byte of a block. A reader refuses what it does not know. */
const formatVersion = 1;
/** In place of a kind: the points are of several kinds. */
const mixed = 0;
const allKinds = [kind.number, kind.boolean, kind.integer, kind.string, kind.json, kind.escapedString];

const writer = new ByteWriter(64 * 1024);

function uniformKind(kinds: Uint8Array): number {
  const first = kinds[0] as number;
  for (let i = 1; i < kinds.length; i++) if (kinds[i] !== first) return mixed;
  return first;
}

function textsOf(columns: Columns, numbers: Float64Array): string[] {
  const texts = new Array<string>(numbers.length);
  for (let i = 0; i < texts.length; i++) texts[i] = columns.texts[numbers[i] as number] as string;
  return texts;
}

function writeValues(of: number, columns: Columns, numbers: Float64Array): void {
  if (of === kind.number) writeNumbers(writer, numbers, numbers.length);
  else if (of === kind.boolean) writeBooleans(writer, numbers, numbers.length);
  else if (of === kind.integer) writeIntegers(writer, textsOf(columns, numbers));
  else writeTexts(writer, textsOf(columns, numbers));
}

function writeMixed(columns: Columns): void {
  writeKinds(writer, columns.kinds);
  for (const of of allKinds) {
    const numbers = columns.numbers.filter((_, i) => columns.kinds[i] === of);
    if (numbers.length > 0) writeValues(of, columns, numbers);
  }
}

/** Points in ascending order of time, at least one, as the bytes of a block. */
export function encodeBlock(columns: Columns): Uint8Array<ArrayBuffer> {
  const of = uniformKind(columns.kinds);
  writer.reset();
  writer.byte(formatVersion);
  writer.byte(of);
  writer.varint(columns.ts.length);
  writeTimestamps(writer, columns.ts, columns.ts.length);
  if (of === mixed) writeMixed(columns);
  else writeValues(of, columns, columns.numbers);
  return writer.take();
}

function readTextKind(reader: ByteReader, of: number, count: number): string[] {
  if (!isTextKind(of) || of > kind.escapedString) throw new RangeError(`unknown kind ${of}`);
  return of === kind.integer ? readIntegers(reader, count) : readTexts(reader, count);
}

/** Reads `count` values of one kind; texts go to the end of `texts`, their positions into `numbers`. */
function readValues(reader: ByteReader, of: number, numbers: Float64Array, texts: string[]): void {
  const count = numbers.length;
  if (of === kind.number) readNumbers(reader, numbers, count);
  else if (of === kind.boolean) readBooleans(reader, numbers, count);
  else
    for (let i = 0, read = readTextKind(reader, of, count); i < count; i++)
      numbers[i] = texts.push(read[i] as string) - 1;
}

function readMixed(reader: ByteReader, kinds: Uint8Array, numbers: Float64Array, texts: string[]): void {
  readKinds(reader, kinds);
  for (const of of allKinds) {
    const positions = [...kinds.keys()].filter((i) => kinds[i] === of);
    if (positions.length === 0) continue;
    const values = new Float64Array(positions.length);
    readValues(reader, of, values, texts);
    for (const [i, position] of positions.entries()) numbers[position] = values[i] as number;
  }
}

/** Where points are decoded to; room that is used again makes them valid until the next block only. */
export interface BlockRoom {
  readonly ts: Float64Array<ArrayBuffer>;
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly numbers: Float64Array<ArrayBuffer>;
}

export const createBlockRoom = (points: number): BlockRoom => ({
  ts: new Float64Array(points),
  kinds: new Uint8Array(points),
  numbers: new Float64Array(points),
});

/** The points of a block of at most `maxPoints`. Throws RangeError when the bytes are none. */
export function decodeBlock(data: Uint8Array, maxPoints: number, room?: BlockRoom): Columns {
  const reader = new ByteReader(data);
  if (reader.byte() !== formatVersion) throw new RangeError("unknown block format");
  const of = reader.byte();
  const count = reader.varint();
  if (count > maxPoints) throw new RangeError("a block is larger than any we write");
  const { ts, kinds, numbers } = partOf(room ?? createBlockRoom(count), count);
  const texts: string[] = [];
  readTimestamps(reader, ts, count);
  if (of === mixed) readMixed(reader, kinds, numbers, texts);
  else readValues(reader, of, numbers, texts);
  if (of !== mixed) kinds.fill(of);
  return { ts, kinds, numbers, texts };
}

const partOf = ({ ts, kinds, numbers }: BlockRoom, count: number): BlockRoom =>
  ts.length === count
    ? { ts, kinds, numbers }
    : { ts: ts.subarray(0, count), kinds: kinds.subarray(0, count), numbers: numbers.subarray(0, count) };
