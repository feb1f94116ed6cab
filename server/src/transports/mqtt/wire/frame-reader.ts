/** The bytes cannot be cut into packets: the connection is of no further use. */
export class FrameError extends Error {
  override readonly name = "FrameError";
  readonly fault: "malformed" | "too-large";

  constructor(fault: FrameError["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}

const longestLengthField = 4;
const firstAllocation = 4_096;
const nothing = Buffer.alloc(0);

/**
 * Cuts a stream of bytes into packets. The length field is checked before anything is buffered [MQ8], and what
 * is kept never exceeds twice what has arrived, so announcing a large packet costs the sender, not us.
 */
export class FrameReader {
  /** Largest packet, fixed header included. */
  #largest: number;
  #bytes: Buffer = nothing;
  #at = 0;
  #end = 0;
  /** Length of the packet at `#at`, once its header has been read; 0 while unknown. */
  #expected = 0;
  /** Whether `#bytes` is ours to write into. */
  #own = false;

  constructor(largest: number) {
    this.#largest = largest;
  }

  /** From now on packets may have so many bytes. */
  allow(largest: number): void {
    this.#largest = largest;
  }

  /** Bytes that have arrived and are not part of a packet handed out. */
  get buffered(): number {
    return this.#end - this.#at;
  }

  push(chunk: Buffer): void {
    if (this.#at === this.#end) this.#take(chunk);
    else this.#append(chunk);
  }

  /** The next whole packet, valid until the next `push`; throws when there can be none. */
  next(): Buffer | undefined {
    if (this.#expected === 0) this.#expected = this.#lengthOfNext();
    if (this.#expected === 0 || this.buffered < this.#expected) return undefined;
    const frame = this.#bytes.subarray(this.#at, this.#at + this.#expected);
    this.#at += this.#expected;
    this.#expected = 0;
    if (this.#at === this.#end) this.#take(nothing); // an idle connection holds no bytes
    return frame;
  }

  #take(chunk: Buffer): void {
    this.#bytes = chunk;
    this.#at = 0;
    this.#end = chunk.length;
    this.#own = false;
  }

  #append(chunk: Buffer): void {
    const needed = this.buffered + chunk.length;
    if (!this.#own || this.#end + chunk.length > this.#bytes.length)
      this.#moveTo(Math.max(needed * 2, firstAllocation));
    chunk.copy(this.#bytes, this.#end);
    this.#end += chunk.length;
  }

  /** A fresh buffer, never the old one moved within itself: packets handed out may still point into that. */
  #moveTo(capacity: number): void {
    const larger = Buffer.allocUnsafe(capacity);
    this.#end = this.#bytes.copy(larger, 0, this.#at, this.#end);
    this.#bytes = larger;
    this.#at = 0;
    this.#own = true;
  }

  /** 0 while the length field has not arrived completely. */
  #lengthOfNext(): number {
    let length = 0;
    for (let index = 0; index < longestLengthField; index++) {
      const at = this.#at + 1 + index;
      if (at >= this.#end) return 0;
      const byte = this.#bytes[at] ?? 0;
      length += (byte & 0x7f) * 2 ** (7 * index);
      if (length > this.#largest) throw new FrameError("too-large", `A packet may have ${this.#largest} bytes at most`);
      if ((byte & 0x80) === 0) return this.#checked(2 + index + length);
    }
    throw new FrameError("malformed", "The length field has more than four bytes"); // [MQTT-1.5.5-1], 3.1.1 table 2.4
  }

  #checked(total: number): number {
    if (total > this.#largest) throw new FrameError("too-large", `A packet may have ${this.#largest} bytes at most`);
    return total;
  }
}
