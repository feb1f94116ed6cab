import { joined } from "./byte-gatherer.ts";
import { borderOverlap, findGzipBorder } from "./gzip-border.ts";
import type { PackedInput } from "./packed-input.ts";

/** When a piece is damaged, what it would have given is lost; so pieces are small. */
const pieceBytes = 1 << 16;
const lengthModulus = 2 ** 32;
/** Deflate packs no better than this. */
const largestRatio = 1032;
/** Turns without anything coming out after which a length that was expected counts as reached. */
const fewTurns = 2;
/** Turns after which nothing more is expected: at the end of cut data, and where a member should end but may not. */
const patience = { end: 60, border: 1000 };

/** Writes packed bytes into a DecompressionStream, up to the end of a gzip member or of the source. */
export class StreamFeeder {
  isReaderWaiting = false;
  /** What has come out so far; counted by whoever reads. */
  unpackedBytes = 0;
  /** Why nothing more is written. */
  end: "source" | "member" | undefined;
  /** The source itself failed: not a matter of compression. */
  sourceFailure: unknown;
  readonly #writer: WritableStreamDefaultWriter<BufferSource>;
  readonly #input: PackedInput;
  readonly #isGzip: boolean;
  #isStopped = false;
  #writtenBytes = 0;
  /** Written before a long silence: all that could come of it has come out. */
  #settledBytes = 0;
  #lastBytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  constructor(writer: WritableStreamDefaultWriter<BufferSource>, input: PackedInput, isGzip: boolean) {
    this.#writer = writer;
    this.#input = input;
    this.#isGzip = isGzip;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Never rejects: failures of the stream reach the reader, those of the source are kept. */
  async run(): Promise<void> {
    try {
      const end = await this.#feed();
      if (end === "source") await this.#comesOutAs(this.#lastWord(), patience.end);
      this.end = end;
      await this.#writer.close();
    } catch {
      // The stream failed; the reader learns it from its own side.
    }
  }

  async #feed(): Promise<"source" | "member"> {
    let held: Uint8Array = new Uint8Array(0);
    for (;;) {
      const piece = await this.#input.take(pieceBytes).catch((error: unknown) => this.#fail(error));
      const bytes = piece ? joined(held, piece) : held;
      const written = this.#isGzip ? await this.#feedToBorder(bytes) : 0;
      if (written < 0) return "member";
      const keep = piece && this.#isGzip ? Math.min(borderOverlap, bytes.length - written) : 0;
      await this.#write(bytes.subarray(written, bytes.length - keep));
      if (!piece || this.#isStopped) return "source";
      held = bytes.subarray(bytes.length - keep);
    }
  }

  /** Looks for the end of the member; returns how much was written, or -1 when it was found. */
  async #feedToBorder(bytes: Uint8Array): Promise<number> {
    let written = 0;
    for (let border = findGzipBorder(bytes, 0); border; border = findGzipBorder(bytes, border.at + 1)) {
      await this.#write(bytes.subarray(written, border.at));
      written = border.at;
      if (!(await this.#comesOutAs(border.length, patience.border))) continue;
      this.#input.putBack(bytes.subarray(border.at));
      return -1;
    }
    return written;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.#writtenBytes += bytes.length;
    this.#lastBytes = joined(this.#lastBytes, bytes.subarray(-4)).slice(-4);
    await this.#writer.write(bytes as Uint8Array<ArrayBuffer>);
  }

  /** The last four bytes written: where gzip data is complete, the length of what was packed. */
  #lastWord(): number {
    return this.#isGzip && this.#lastBytes.length === 4 ? new DataView(this.#lastBytes.buffer).getUint32(0, true) : 0;
  }

  #fail(error: unknown): undefined {
    this.sourceFailure = error;
  }

  /** Whether what was written can unpack to `length` bytes, given what has come out already. */
  #canBecome(length: number): boolean {
    const missing = (length - (this.unpackedBytes % lengthModulus) + lengthModulus) % lengthModulus;
    return missing <= largestRatio * (this.#writtenBytes - this.#settledBytes);
  }

  /**
   * Waits until what was written has come out; true when that is `length` bytes. The stream does not say when it is
   * done, so a length that was reached is trusted soon, silence only when it is long.
   */
  async #comesOutAs(length: number, maxTurns: number): Promise<boolean> {
    const isReached = (): boolean => this.unpackedBytes % lengthModulus === length;
    const isWaiting = (): boolean => maxTurns === patience.end || this.#canBecome(length);
    for (let quiet = 0, seen = -1; quiet < maxTurns && isWaiting() && !this.#isStopped; ) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      quiet = this.isReaderWaiting && seen === this.unpackedBytes ? quiet + 1 : 0;
      seen = this.unpackedBytes;
      if (quiet >= (length === 0 ? patience.end : fewTurns) && isReached()) return true;
      if (quiet === maxTurns) this.#settledBytes = this.#writtenBytes;
    }
    return isReached();
  }
}
