import { isTextKind, kind } from "./columns.ts";

/**
 * A frame is what one group commit stores: built on the main thread, handed to the writer without a copy, written
 * to the journal as it is, and read again after a crash. Layout: docs/telemetry-engine.md.
 */
const frameVersion = 1;
const headerBytes = 12;
const pointsOffset = 4;
const textBytesOffset = 8;

/**
 * The low half of an operation's first byte; text kinds are their own code. The high half says whose point it is: so
 * many series after the previous one (keys of a device follow each other), or `explicitSeries`: its number follows.
 */
const op = { float: 1, false: 2, true: 7, int32: 8, hundredths: 9, remove: 13, timeStep: 14, time: 15 } as const;
const explicitSeries = 15;

/** The longest fixed part of an operation; texts come on top. */
const maxFixedBytes = 24;
/** In UTF-8 a UTF-16 code unit takes at most three bytes. */
const maxBytesPerUnit = 3;
/** Written letter by letter: a loop beats the call into the runtime for the few letters most texts have. */
const shortText = 24;
/** A text's length byte when four bytes with the real length follow. */
const longText = 255;

const isInt32 = (value: number): boolean => (value | 0) === value && (value !== 0 || 1 / value > 0);

interface FrameMark {
  readonly length: number;
  readonly points: number;
  readonly textBytes: number;
  readonly time: number;
  readonly series: number;
}

export class FrameBuilder {
  #bytes: Buffer<ArrayBuffer>;
  #view: DataView;
  #time = 0;
  #series = 0;
  length = headerBytes;
  points = 0;
  textBytes = 0;

  constructor(buffer: ArrayBuffer) {
    this.#bytes = Buffer.from(buffer);
    this.#view = new DataView(buffer);
  }

  #reserve(count: number): void {
    if (this.length + count > this.#bytes.length) this.#grow(count);
  }

  #grow(count: number): void {
    const larger = Buffer.from(new ArrayBuffer(Math.max(this.#bytes.length * 2, this.length + count)));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** Writes the operation and whose it is; returns where its value goes. */
  #operation(code: number, series: number): number {
    this.#reserve(maxFixedBytes);
    const at = this.length;
    const step = series - this.#series;
    this.#series = series;
    if (step >= 0 && step < explicitSeries) {
      this.#bytes[at] = code | (step << 4);
      return at + 1;
    }
    this.#bytes[at] = code | (explicitSeries << 4);
    this.#view.setUint32(at + 1, series, true);
    return at + 5;
  }

  /** The time of the points that follow. */
  time(ts: number): void {
    const step = ts - this.#time;
    if (step === 0) return;
    this.#reserve(maxFixedBytes);
    const at = this.length;
    this.#time = ts;
    if ((step | 0) === step) {
      this.#bytes[at] = op.timeStep;
      this.#view.setInt32(at + 1, step, true);
      this.length = at + 5;
    } else {
      this.#bytes[at] = op.time;
      this.#view.setFloat64(at + 1, ts, true);
      this.length = at + 9;
    }
  }

  number(series: number, value: number): void {
    this.points++;
    const hundredths = Math.round(value * 100);
    if (isInt32(value)) this.#int32(op.int32, series, value);
    else if (value !== 0 && (hundredths | 0) === hundredths && hundredths / 100 === value) {
      this.#int32(op.hundredths, series, hundredths);
    } else this.#float(series, value);
  }

  #float(series: number, value: number): void {
    const at = this.#operation(op.float, series);
    this.#view.setFloat64(at, value, true);
    this.length = at + 8;
  }

  #int32(code: number, series: number, value: number): void {
    const at = this.#operation(code, series);
    this.#view.setInt32(at, value, true);
    this.length = at + 4;
  }

  boolean(series: number, value: boolean): void {
    this.points++;
    this.length = this.#operation(value ? op.true : op.false, series);
  }

  text(of: number, series: number, text: string): void {
    this.points++;
    this.length = this.#operation(of, series);
    const written = text.length <= shortText ? this.#shortText(text) : this.#longText(text);
    this.textBytes += written + 4;
  }

  #shortText(text: string): number {
    const bytes = this.#bytes;
    const at = this.length + 1;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80 || at + i >= bytes.length) return this.#longText(text);
      bytes[at + i] = unit;
    }
    this.#reserve(1);
    this.#bytes[at - 1] = text.length;
    this.length = at + text.length;
    return text.length;
  }

  #longText(text: string): number {
    this.#reserve(5 + text.length * maxBytesPerUnit);
    const at = this.length + 5;
    const written = this.#bytes.write(text, at, "utf8");
    this.#bytes[at - 5] = longText;
    this.#view.setUint32(at - 4, written, true);
    this.length = at + written;
    return written;
  }

  remove(series: number, from: number, to: number): void {
    const at = this.#operation(op.remove, series);
    this.#view.setFloat64(at, from, true);
    this.#view.setFloat64(at + 8, to, true);
    this.length = at + 16;
  }

  get isEmpty(): boolean {
    return this.length === headerBytes;
  }

  /** What to hand back to `rewind` when a batch turns out to be unacceptable half-way. */
  mark(): FrameMark {
    const { length, points, textBytes } = this;
    return { length, points, textBytes, time: this.#time, series: this.#series };
  }

  rewind(mark: FrameMark): void {
    this.length = mark.length;
    this.points = mark.points;
    this.textBytes = mark.textBytes;
    this.#time = mark.time;
    this.#series = mark.series;
  }

  /** Ends the frame; its buffer may be larger than what is in it. */
  finish(): ArrayBuffer {
    this.#view.setUint8(0, frameVersion);
    this.#view.setUint32(pointsOffset, this.points, true);
    this.#view.setUint32(textBytesOffset, this.textBytes, true);
    return this.#bytes.buffer;
  }
}

/** What a frame's operations are applied to. */
export interface FrameTarget {
  push(series: number, ts: number, of: number, number: number): void;
  pushText(series: number, ts: number, of: number, text: Uint8Array): void;
  remove(series: number, from: number, to: number): void;
}

const viewOf = (frame: Uint8Array): DataView => new DataView(frame.buffer, frame.byteOffset, frame.byteLength);

/** How many points a frame has, and how many bytes their texts take in an arena. */
export function sizeOfFrame(frame: Uint8Array): { readonly points: number; readonly textBytes: number } {
  const view = viewOf(frame);
  if (frame[0] !== frameVersion) throw new RangeError(`unknown journal frame version ${frame[0]}`);
  return { points: view.getUint32(pointsOffset, true), textBytes: view.getUint32(textBytesOffset, true) };
}

/** Applies the operations of a frame in order. One loop without calls per field: every point passes here. */
export function applyFrame(frame: Uint8Array, target: FrameTarget): void {
  const view = viewOf(frame);
  const end = frame.length;
  let time = 0;
  let series = 0;
  for (let at = headerBytes; at < end; ) {
    const first = frame[at++] as number;
    const code = first & 0xf;
    if (code === op.timeStep) {
      time += view.getInt32(at, true);
      at += 4;
      continue;
    }
    if (code === op.time) {
      time = view.getFloat64(at, true);
      at += 8;
      continue;
    }
    const step = first >>> 4;
    if (step === explicitSeries) {
      series = view.getUint32(at, true);
      at += 4;
    } else series += step;
    switch (code) {
      case op.int32:
        target.push(series, time, kind.number, view.getInt32(at, true));
        at += 4;
        break;
      case op.hundredths:
        target.push(series, time, kind.number, view.getInt32(at, true) / 100);
        at += 4;
        break;
      case op.float:
        target.push(series, time, kind.number, view.getFloat64(at, true));
        at += 8;
        break;
      case op.false:
      case op.true:
        target.push(series, time, kind.boolean, code === op.true ? 1 : 0);
        break;
      case op.remove:
        target.remove(series, view.getFloat64(at, true), view.getFloat64(at + 8, true));
        at += 16;
        break;
      default: {
        if (!isTextKind(code) || code > kind.escapedString) throw new RangeError(`unknown journal operation ${code}`);
        let length = frame[at++] as number;
        if (length === longText) {
          length = view.getUint32(at, true);
          at += 4;
        }
        target.pushText(series, time, code, frame.subarray(at, at + length));
        at += length;
      }
    }
  }
}
