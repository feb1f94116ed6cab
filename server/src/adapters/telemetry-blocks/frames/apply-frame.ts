import { isTextKind, kind } from "../columns.ts";
import {
  explicitSeries,
  frameVersion,
  headerBytes,
  longText,
  op,
  pointsOffset,
  textBytesOffset,
} from "./frame-format.ts";

/** What a frame's operations are applied to. */
export interface FrameTarget {
  push(series: number, ts: number, of: number, number: number): void;
  pushText(series: number, ts: number, of: number, text: Uint8Array): void;
  remove(series: number, from: number, to: number): void;
  /** Where nobody asks for receipts, they are passed over. */
  receipt?(session: string, packetId: number): void;
  /** The same for when it arrived. */
  arrival?(ts: number): void;
}

/** In an arena every text has its length in front. */
const textLengthBytes = 4;

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
      case op.arrival:
        target.arrival?.(view.getFloat64(at, true));
        at += 8;
        break;
      case op.receipt: {
        const end = at + 1 + (frame[at] as number);
        target.receipt?.(Buffer.from(frame.subarray(at + 1, end)).toString("latin1"), view.getUint16(end, true));
        at = end + 2;
        break;
      }
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

/** Whether a frame without a checksum holds what its header says, to the byte. */
export function isWellFormed(frame: Uint8Array): boolean {
  const found = { points: 0, textBytes: 0 };
  const count: FrameTarget = {
    push: () => {
      found.points++;
    },
    pushText: (_series, _ts, _of, text) => {
      found.points++;
      found.textBytes += text.length + textLengthBytes;
    },
    remove: () => {},
  };
  try {
    const { points, textBytes } = sizeOfFrame(frame);
    applyFrame(frame, count);
    return found.points === points && found.textBytes === textBytes;
  } catch {
    return false;
  }
}
