import type { Readable } from "node:stream";
import { pieceBytes } from "../content-sums.ts";
import { GivenUpError } from "./connection-places.ts";
import { directBytes } from "./direct-reads.ts";

/** Then the answer waits until its reader has taken one. */
const waitingAtMost = 2;

/** The pieces of an answer from byte `start` on, whole ones only; one that ends before `end` is an error. */
export async function* wholePieces(body: Readable, start: number, end: number): AsyncGenerator<Buffer> {
  const gathered = new GatheredPieces(body, start, end);
  for (let at = start; at < end; ) {
    const piece = await gathered.next();
    at += piece.length;
    yield piece;
  }
}

/** TLS delivers 16 KiB at a time: each is copied where it belongs when it comes, and nothing else is made or awaited for it. */
class GatheredPieces {
  readonly #body: Readable;
  readonly #end: number;
  readonly #mayWait: boolean;
  readonly #whole: Buffer[] = [];
  /** Where the next byte that comes is in the content. */
  #at: number;
  #piece: Buffer = Buffer.alloc(0);
  #filled = 0;
  #fault: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(body: Readable, start: number, end: number) {
    [this.#body, this.#at, this.#end] = [body, start, end];
    this.#mayWait = end - start > directBytes; // a short one would keep a connection that nobody can take from it
    body.on("data", (chunk: Buffer) => this.#add(chunk));
    body.on("error", (error) => this.#ended(error));
    body.on("close", () => this.#ended(new Error(`the answer ended at byte ${this.#at} of ${end}`)));
  }

  async next(): Promise<Buffer> {
    for (;;) {
      const piece = this.#whole.shift();
      if (piece) {
        this.#body.resume();
        return piece;
      }
      if (this.#fault) throw this.#fault;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #add(chunk: Buffer): void {
    if (this.#filled === 0 && chunk.length === this.#nextLength) this.#addWhole(chunk);
    else this.#copy(chunk);
  }

  #copy(chunk: Buffer): void {
    for (let from = 0; from < chunk.length && this.#at < this.#end; ) {
      if (this.#filled === 0) this.#piece = Buffer.allocUnsafeSlow(this.#nextLength);
      const copied = chunk.copy(this.#piece, this.#filled, from);
      this.#filled += copied;
      this.#at += copied;
      from += copied;
      if (this.#filled === this.#piece.length) this.#endPiece();
    }
  }

  get #nextLength(): number {
    return Math.min(pieceBytes, this.#end - this.#at);
  }

  /** As `DirectAnswer` brings them. */
  #addWhole(piece: Buffer): void {
    this.#at += piece.length;
    this.#piece = piece;
    this.#endPiece();
  }

  #endPiece(): void {
    this.#filled = 0;
    this.#whole.push(this.#piece);
    if (this.#mayWait && this.#whole.length >= waitingAtMost) this.#body.pause();
    this.#wake();
  }

  #ended(fault: Error): void {
    this.#fault ??= fault;
    if (fault instanceof GivenUpError) this.#drop();
    this.#wake();
  }

  /** Who reads so late asks again: there may be many, and memory is scarcer than requests. */
  #drop(): void {
    this.#whole.length = 0;
    this.#piece = Buffer.alloc(0);
  }
}
