import { decodeValidText } from "../format/text.ts";

/**
 * Values of different length in two arrays instead of an object each: value `i` is
 * `bytes[offsets[i], offsets[i + 1])`.
 */
export class VariableValues {
  readonly bytes: Uint8Array;
  /** One more than there are values. */
  readonly offsets: Uint32Array;

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.bytes = bytes;
    this.offsets = offsets;
  }

  get length(): number {
    return this.offsets.length - 1;
  }

  /** The bytes of value `i`, a view. */
  bytesAt(i: number): Uint8Array {
    return this.bytes.subarray(this.offsets[i] ?? 0, this.offsets[i + 1] ?? 0);
  }

  /** Value `i` of a string channel; what is kept is always valid UTF-8. */
  textAt(i: number): string {
    return decodeValidText(this.bytesAt(i));
  }
}
