import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pieceBytes } from "../content-sums.ts";
import { GivenUpError, type Reading } from "./connection-places.ts";

/** More than TLS delivers at a time. */
const headBytes = 64 * 1024;
/** Then the server waits until the reader has taken one. */
const piecesWaiting = 2;

/**
 * The body of one large answer, read from the socket into pieces, past the parser, which sees the head only [CLU1]. Node makes a buffer
 * of 64 KiB for each 16 KiB that TLS delivers, and hands it through four layers: that was two thirds of what a download
 * computed (ADR 81). The connection ends with the answer, since its parser never hears of the end.
 */
export class DirectAnswer implements Reading {
  /** What `net` calls for each arrival: where the next one goes, and how long it was. */
  readonly onread = { buffer: () => this.#room(), callback: (bytes: number) => this.#arrived(bytes) };
  readonly #silenceMs: number;
  readonly #head = Buffer.allocUnsafeSlow(headBytes);
  #socket: Socket | undefined;
  #response: IncomingMessage | undefined;
  #body: Readable | undefined;
  #left = 0;
  #piece = Buffer.alloc(0);
  #filled = 0;
  #unreadSince: number | undefined;

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs;
  }

  get unreadSince(): number | undefined {
    return this.#unreadSince;
  }

  giveUp(): void {
    this.failed(new GivenUpError("nobody read the answer while others waited for its connection"));
    this.#body?.read(); // what waits in it: there may be many more of these than connections
    [this.#left, this.#piece] = [0, Buffer.alloc(0)];
  }

  connected(socket: Socket): void {
    this.#socket = socket;
    socket.once("close", () => this.#ended());
  }

  /** From the parser, within the arrival that ended the head: the stream of the body. */
  bodyOf(response: IncomingMessage): Readable {
    const bytes = lengthOf(response);
    if (bytes === undefined) return response;
    response.on("error", () => undefined); // it never ends as its parser expects
    [this.#response, this.#left] = [response, bytes];
    this.#nextPiece();
    this.#body = new Readable({
      highWaterMark: piecesWaiting * pieceBytes,
      read: () => this.#goOn(),
      destroy: (error, done) => {
        this.#socket?.destroy();
        done(error);
      },
    });
    return this.#body;
  }

  failed(error: Error): void {
    this.#body?.destroy(error);
  }

  /** Never none: TLS would try for ever to put what a server sends behind the end into it. */
  #room(): Buffer {
    return this.#left > 0 ? this.#piece.subarray(this.#filled) : this.#head;
  }

  #arrived(bytes: number): boolean {
    if (this.#left > 0) return this.#filledBy(bytes);
    if (this.#body) return false; // behind the end
    this.#socket?.emit("data", Buffer.from(this.#head.subarray(0, bytes))); // the parser's
    return this.#body ? this.#takeFirst() : true;
  }

  /** What came together with the head went through the parser. */
  #takeFirst(): boolean {
    const first: Buffer = this.#response?.read() ?? Buffer.alloc(0);
    let hasRoom = true;
    for (let from = 0; from < first.length; ) {
      const copied = first.copy(this.#piece, this.#filled, from);
      from += copied;
      hasRoom = this.#filledBy(copied);
    }
    return hasRoom;
  }

  #filledBy(bytes: number): boolean {
    this.#filled += bytes;
    this.#left -= bytes;
    if (this.#filled < this.#piece.length) return true;
    const hasRoom = this.#body?.push(this.#piece) ?? false;
    if (this.#left === 0) this.#end();
    else this.#nextPiece();
    if (!hasRoom) this.#waitForReader();
    return hasRoom;
  }

  /** Whenever that is read: nothing more comes by this connection, others may need one. */
  #end(): void {
    this.#body?.push(null);
    this.#socket?.destroy();
  }

  #waitForReader(): void {
    this.#unreadSince = performance.now();
    this.#socket?.setTimeout(0); // it is not the server who says nothing
  }

  #nextPiece(): void {
    this.#piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, this.#left));
    this.#filled = 0;
  }

  #goOn(): void {
    this.#unreadSince = undefined;
    this.#socket?.setTimeout(this.#silenceMs);
    this.#socket?.resume();
  }

  #ended(): void {
    if (this.#left > 0) this.#body?.destroy(new Error("the answer ended early"));
  }
}

/** Undefined: not for us, be it a refusal, or bytes in another form than they are kept in. */
function lengthOf({ statusCode, headers }: IncomingMessage): number | undefined {
  const length = Number(headers["content-length"]);
  const isPlain = headers["transfer-encoding"] === undefined && headers["content-encoding"] === undefined;
  return statusCode === 206 && isPlain && Number.isSafeInteger(length) && length > 0 ? length : undefined;
}
