import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ByteReader, ByteWriter } from "./bytes.ts";
import { readDeltas, writeDeltas } from "./deltas.ts";

const plain = 0;
const zstd = 1;
/** Below this many bytes a compressed frame is mostly its own header. */
const worthCompressing = 160;
const zstdLevel = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

interface Dictionary {
  readonly entries: readonly string[];
  /** For each text the position of its entry. */
  readonly positions: Float64Array;
}

function dictionaryOf(texts: readonly string[]): Dictionary {
  const known = new Map<string, number>();
  const positions = new Float64Array(texts.length);
  let position = -1;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i] as string;
    if (i === 0 || text !== texts[i - 1]) {
      position = known.get(text) ?? known.size;
      if (position === known.size) known.set(text, position);
    }
    positions[i] = position;
  }
  return { entries: [...known.keys()], positions };
}

function writeBody(writer: ByteWriter, body: Uint8Array): void {
  const packed = body.length < worthCompressing ? body : zstdCompressSync(body, zstdLevel);
  const chosen = packed.length < body.length ? packed : body;
  writer.byte(chosen === body ? plain : zstd);
  writer.varint(body.length);
  writer.varint(chosen.length);
  writer.append(chosen);
}

function readBody(reader: ByteReader): Buffer {
  const form = reader.byte();
  const length = reader.varint();
  const stored = reader.take(reader.varint());
  const body = form === zstd ? zstdDecompressSync(stored, { maxOutputLength: Math.max(length, 1) }) : stored;
  if (body.length !== length) throw new RangeError("a text section has the wrong length");
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** Well-formed texts: each different one once, compressed together, and for each point which one it is. */
export function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  const { entries, positions } = dictionaryOf(texts);
  const encoded = entries.map((entry) => Buffer.from(entry, "utf8"));
  writer.varint(entries.length);
  for (const entry of encoded) writer.varint(entry.length);
  writeBody(writer, Buffer.concat(encoded));
  writeDeltas(writer, positions, positions.length, 2);
}

export function readTexts(reader: ByteReader, count: number): string[] {
  const lengths = Array.from({ length: boundedCount(reader.varint(), count) }, () => reader.varint());
  const body = readBody(reader);
  let end = 0;
  const entries = lengths.map((length) => {
    end += length;
    return body.toString("utf8", end - length, end);
  });
  const positions = new Float64Array(count);
  readDeltas(reader, positions, count, 2);
  return Array.from(positions, (position) => requireEntry(entries, position));
}

function boundedCount(claimed: number, most: number): number {
  if (claimed > most) throw new RangeError("a dictionary is larger than its block");
  return claimed;
}

function requireEntry(entries: readonly string[], position: number): string {
  const entry = entries[position];
  if (entry === undefined) throw new RangeError("a text is not in its dictionary");
  return entry;
}
