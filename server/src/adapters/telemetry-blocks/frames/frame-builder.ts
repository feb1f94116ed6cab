import {
  explicitSeries,
  frameVersion,
  headerBytes,
  longText,
  op,
  pointsOffset,
  textBytesOffset,
} from "./frame-format.ts";

/** The longest fixed part of an operation; texts come on top. */
const maxFixedBytes = 24;
/** In UTF-8 a UTF-16 code unit takes at most three bytes. */
const maxBytesPerUnit = 3;
/** Written letter by letter: a loop beats the call into the runtime for the few letters most texts have. */
const shortText = 24;

const isInt32 = (value: number): boolean => (value | 0) === value && (value !== 0 || 1 / value > 0);

interface FrameMark {
  readonly length: number;
  readonly points: number;
  readonly textBytes: number;
  readonly time: number;
  readonly series: number;
}

/** Writes the operations of a frame, one point after the other. */
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

  /** The receipt of a message whose points stand before it. */
  receipt(session: string, packetId: number): void {
    this.#reserve(session.length + 4);
    const at = this.length;
    this.#bytes[at] = op.receipt;
    this.#bytes[at + 1] = session.length;
    this.#bytes.write(session, at + 2, "latin1");
    this.length = at + 2 + session.length;
    this.#view.setUint16(this.length, packetId, true);
    this.length += 2;
  }

  /** When everything in it arrived; the last operation of a frame that somebody follows. */
  arrival(ts: number): void {
    this.#reserve(maxFixedBytes);
    this.#bytes[this.length] = op.arrival;
    this.#view.setFloat64(this.length + 1, ts, true);
    this.length += 9;
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
