import { parseJsonText } from "@heliograph/contract/json-text";
import {
  canonicalInteger,
  JsonDocument,
  type Point,
  type Sample,
  type TelemetryValue,
} from "../../../core/telemetry/index.ts";
import { epochMs } from "../../../kernel/time.ts";

const kinds = { number: 0, no: 1, yes: 2, text: 3, integer: 4, json: 5, none: 6 } as const;

function kindOf(value: TelemetryValue): number {
  if (typeof value === "number") return kinds.number;
  if (typeof value === "boolean") return value ? kinds.yes : kinds.no;
  if (typeof value === "bigint") return kinds.integer;
  return typeof value === "string" ? kinds.text : kinds.json;
}

const textOf = (value: TelemetryValue): string => (value instanceof JsonDocument ? value.text : String(value));

/** What one message is written into before its length is known: most are short, and there are many. */
const draftBytes = 65_536;
let draft: Buffer | undefined = Buffer.allocUnsafeSlow(draftBytes);

/** Writes into bytes that grow; between the first and `written` nothing else is done. */
class Bytes {
  #bytes: Buffer;
  #length = 0;

  constructor() {
    this.#bytes = draft ?? Buffer.allocUnsafe(draftBytes);
    draft = undefined;
  }

  #room(more: number): number {
    const at = this.#length;
    this.#length += more;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return at;
  }

  byte(value: number): void {
    const at = this.#room(1);
    this.#bytes[at] = value;
  }

  word(value: number): void {
    const at = this.#room(4);
    this.#bytes.writeUInt32LE(value, at);
  }

  number(value: number): void {
    const at = this.#room(8);
    this.#bytes.writeDoubleLE(value, at);
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.word(length);
    const at = this.#room(length);
    this.#bytes.write(value, at);
  }

  written(): Uint8Array {
    if (this.#bytes.length > draftBytes) return this.#bytes.subarray(0, this.#length);
    draft = this.#bytes;
    return Buffer.from(draft.subarray(0, this.#length));
  }
}

class Read {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  word(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  number(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  text(): string {
    const length = this.word();
    if (this.#at + length > this.#bytes.length) throw new RangeError("a message of another node is cut");
    this.#at += length;
    return this.#bytes.toString("utf8", this.#at - length, this.#at);
  }
}

function writeSample(bytes: Bytes, { ts, value }: Sample): void {
  const kind = kindOf(value);
  bytes.byte(kind);
  bytes.number(ts);
  if (kind === kinds.number) bytes.number(value as number);
  else if (kind >= kinds.text) bytes.text(textOf(value));
}

function readSample(read: Read): Sample | undefined {
  const kind = read.byte();
  if (kind === kinds.none) return undefined;
  const ts = epochMs(read.number());
  if (kind === kinds.number) return { ts, value: read.number() };
  if (kind === kinds.yes || kind === kinds.no) return { ts, value: kind === kinds.yes };
  const text = read.text();
  if (kind === kinds.integer) return { ts, value: canonicalInteger(BigInt(text)) };
  return { ts, value: kind === kinds.json ? new JsonDocument(text) : text };
}

/** Samples in order; where there is none, there is none afterwards. */
export function samplesToBytes(samples: readonly (Sample | undefined)[]): Uint8Array {
  const bytes = new Bytes();
  bytes.word(samples.length);
  for (const sample of samples) {
    if (sample) writeSample(bytes, sample);
    else bytes.byte(kinds.none);
  }
  return bytes.written();
}

export function samplesFromBytes(body: Uint8Array): (Sample | undefined)[] {
  const read = new Read(body);
  return Array.from({ length: read.word() }, () => readSample(read));
}

/** Points with their keys, each key once. */
export function pointsToBytes(points: readonly Point[]): Uint8Array {
  const [bytes, keys] = [new Bytes(), new Map<string, number>()];
  for (const { key } of points) if (!keys.has(key)) keys.set(key, keys.size);
  bytes.word(keys.size);
  for (const key of keys.keys()) bytes.text(key);
  bytes.word(points.length);
  for (const point of points) {
    bytes.word(keys.get(point.key) ?? 0);
    writeSample(bytes, point);
  }
  return bytes.written();
}

export function pointsFromBytes(body: Uint8Array): Point[] {
  const read = new Read(body);
  const keys = Array.from({ length: read.word() }, () => read.text());
  const points: Point[] = [];
  for (let left = read.word(); left > 0; left--) {
    const key = keys[read.word()] ?? "";
    const sample = readSample(read);
    if (!sample) throw new RangeError("a point of another node has no value");
    points.push({ key, ts: sample.ts, value: sample.value });
  }
  return points;
}

/** Plain data, and bytes behind it. */
export function messageOf(head: unknown, ...tails: readonly Uint8Array[]): Uint8Array {
  const text = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(8 + tails.length * 4);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(tails.length, 4);
  for (const [at, tail] of tails.entries()) lengths.writeUInt32LE(tail.length, 8 + at * 4);
  return Buffer.concat([lengths, text, ...tails]);
}

export function messageIn<Head>(body: Uint8Array): { readonly head: Head; readonly tails: readonly Uint8Array[] } {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const [headLength, count] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
  let at = 8 + count * 4;
  const head = parseJsonText(bytes.toString("utf8", at, at + headLength)) as Head;
  at += headLength;
  const tails = Array.from({ length: count }, (_, index) => {
    const length = bytes.readUInt32LE(8 + index * 4);
    at += length;
    return bytes.subarray(at - length, at);
  });
  return { head, tails };
}
