import { joined } from "./byte-gatherer.ts";
import { borderOverlap, findGzipBorder } from "./gzip-border.ts";
import type { PackedInput } from "./packed-input.ts";

/** When a piece is damaged, what it would have given is lost; so pieces are small. */
const pieceBytes = 1 << 16;
const lengthModulus = 2 ** 32;

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
      await this.#untilRead();
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
      await this.#untilRead();
      if (this.unpackedBytes % lengthModulus !== border.length) continue;
      this.#input.putBack(bytes.subarray(border.at));
      return -1;
    }
    return written;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) await this.#writer.write(bytes as Uint8Array<ArrayBuffer>);
  }

  #fail(error: unknown): undefined {
    this.sourceFailure = error;
  }

  /** Two quiet turns with the reader waiting: all that was written has come out. */
  async #untilRead(): Promise<void> {
    for (let quiet = 0; quiet < 2 && !this.#isStopped; ) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      quiet = this.isReaderWaiting ? quiet + 1 : 0;
    }
  }
}
