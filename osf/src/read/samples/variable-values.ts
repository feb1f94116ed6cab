import { decodeValidText } from "../../format/text.ts";

/** Values of different length in three arrays instead of an object each: value `i` is `bytes[starts[i], ends[i])`. */
export class VariableValues {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;

  constructor(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array) {
    this.bytes = bytes;
    this.starts = starts;
    this.ends = ends;
  }

  /** Values that lie side by side: value `i` is `bytes[offsets[i], offsets[i + 1])`. */
  static adjoining(bytes: Uint8Array, offsets: Uint32Array): VariableValues {
    return new VariableValues(bytes, offsets.subarray(0, -1), offsets.subarray(1));
  }

  get length(): number {
    return this.starts.length;
  }

  /** The bytes of value `i`, a view. */
  bytesAt(i: number): Uint8Array {
    return this.bytes.subarray(this.starts[i] ?? 0, this.ends[i] ?? 0);
  }

  /** Value `i` of a string channel, decoded when asked for; what is kept is always valid UTF-8. */
  textAt(i: number): string {
    return decodeValidText(this.bytesAt(i));
  }
}
