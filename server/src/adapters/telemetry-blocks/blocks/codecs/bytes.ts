/** Larger magnitudes cannot be zigzag-coded within a double's 53 bits. */
export const maxZigzag = 2 ** 52 - 1;

/** A growing byte buffer that is reused from block to block, so that encoding allocates once per block. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  length = 0;

  constructor(capacity = 4096) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + count));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** An unsigned integer up to 2^53 − 1, seven bits a byte, low ones first. */
  varint(value: number): void {
    this.#reserve(8);
    const bytes = this.#bytes;
    let rest = value;
    while (rest >= 0x80) {
      bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = rest > 0x7fffffff ? Math.floor(rest / 0x80) : rest >>> 7;
    }
    bytes[this.length++] = rest;
  }

  /** A signed integer within ±`maxZigzag`; small magnitudes of either sign are short. */
  zigzag(value: number): void {
    this.varint(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  reset(): void {
    this.length = 0;
  }

  /** A copy of what was written. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }
}

/** Reads what `ByteWriter` wrote. Running past the end throws: the bytes are not what they claim to be. */
export class ByteReader {
  /** For loops that read single bytes themselves. */
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    const value = this.bytes[this.position++];
    if (value === undefined) throw new RangeError("the data ends too early");
    return value;
  }

  varint(): number {
    let byte = this.byte();
    let value = byte & 0x7f;
    for (let unit = 0x80; byte >= 0x80; unit *= 0x80) {
      byte = this.byte();
      value += (byte & 0x7f) * unit;
    }
    return value;
  }

  zigzag(): number {
    const coded = this.varint();
    return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
  }

  float64(): number {
    const value = this.#view.getFloat64(this.position, true);
    this.position += 8;
    return value;
  }

  take(length: number): Uint8Array {
    const end = this.position + length;
    if (end > this.bytes.length) throw new RangeError("the data ends too early");
    const taken = this.bytes.subarray(this.position, end);
    this.position = end;
    return taken;
  }
}
