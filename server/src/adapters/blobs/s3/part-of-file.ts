import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { readFully } from "../checked-pieces.ts";
import { SentPieces } from "./sent-pieces.ts";

/** Small enough for a processor's cache: what is read, or encrypted, is sent while it is there. */
export const writtenBytes = 256 * 1024;

/** While the connection has one piece the next one waits, and the one after that is read when it has let go of the first. */
export type Ring = readonly [Buffer, Buffer, Buffer];

const newRing = (): Ring => [newPiece(), newPiece(), newPiece()];
const newPiece = (): Buffer => Buffer.allocUnsafeSlow(writtenBytes);

/** Bytes of a file that are read while they are sent: an upload takes some pieces of memory instead of whole parts. */
export class PartOfFile {
  /** By this name the AWS client knows how long a body is. */
  readonly byteLength: number;
  readonly #handle: FileHandle;
  readonly #from: number;
  readonly #rings: Ring[];
  #ring: Ring | undefined;
  #attempts = 0;

  /** `rings`: those that no part uses. */
  constructor(handle: FileHandle, from: number, bytes: number, rings: Ring[]) {
    this.#handle = handle;
    this.#from = from;
    this.byteLength = bytes;
    this.#rings = rings;
  }

  /** All of it from the beginning, for each attempt. An earlier one may be busy with its memory still. */
  stream(): Readable {
    this.#attempts++;
    const ring = (this.#attempts === 1 && this.#rings.pop()) || newRing();
    this.#ring = ring;
    return new SentPieces(this.#pieces(ring));
  }

  /** For whoever has to have all of it at once. */
  async whole(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(this.byteLength);
    await this.#fill(bytes, 0);
    return bytes;
  }

  /** The S3 has all of it: nothing of it is on its way any more, unless an attempt was given up. */
  sent(): void {
    if (this.#ring && this.#attempts === 1) this.#rings.push(this.#ring);
  }

  async *#pieces(ring: Ring): AsyncGenerator<Buffer> {
    for (let at = 0, turn = 0; at < this.byteLength; at += writtenBytes, turn++) {
      const memory = ring[turn % ring.length] ?? newPiece();
      const piece = memory.subarray(0, Math.min(writtenBytes, this.byteLength - at));
      await this.#fill(piece, at);
      yield piece;
    }
  }

  async #fill(into: Buffer, at: number): Promise<void> {
    const read = await readFully(this.#handle, into, this.#from + at);
    if (read < into.length) throw new Error(`the gathered file ends at byte ${this.#from + at + read}`);
  }
}
