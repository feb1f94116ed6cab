import { Duplex } from "node:stream";
import { lingerMs } from "../mqtt-limits.ts";
import { closeCode, FrameDecoder, type FrameListener, opcode, WebSocketFault } from "./frame-decoder.ts";
import { closeFrame, frameHeader, pongFrame } from "./frame-encoder.ts";

/** Output a client does not fetch: beyond this its pings are not answered, or they would fill our memory [REL2]. */
const pongsUpTo = 65_536;

/**
 * The bytes inside a WebSocket as a stream. However the other side ends it (close frame, FIN, RST, TLS close), this ends
 * at once [MQ7]; what came before is still read.
 */
export class WebSocketStream extends Duplex implements FrameListener {
  readonly #socket: Duplex;
  readonly #decoder = new FrameDecoder(this);
  #saidClose = false;

  /** `head` came with the request. */
  constructor(socket: Duplex, head: Buffer) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    if (head.length > 0) socket.unshift(head);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _: unknown, done: (error?: Error | null) => void): void {
    this.#socket.cork();
    this.#socket.write(frameHeader(opcode.binary, chunk.length));
    this.#socket.write(chunk, done);
    this.#socket.uncork();
  }

  override _final(done: () => void): void {
    if (this.#socket.destroyed) done();
    else this.#sayClose(closeCode.normal, done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#saidClose) this.#socket.destroy();
    done(error);
  }

  payload(bytes: Buffer): void {
    if (!this.push(bytes)) this.#socket.pause();
  }

  control(code: number, payload: Buffer): void {
    if (code === opcode.close) this.push(null);
    else if (code === opcode.ping && this.#socket.writableLength < pongsUpTo) this.#socket.write(pongFrame(payload));
  }

  #receive(chunk: Buffer): void {
    if (this.readableEnded || this.destroyed) return;
    try {
      this.#decoder.push(chunk);
    } catch (error) {
      if (!(error instanceof WebSocketFault)) throw error;
      this.#sayClose(error.code);
      this.destroy(error);
    }
  }

  #sayClose(code: number, done?: () => void): void {
    this.#saidClose = true;
    this.#socket.end(closeFrame(code), done);
    this.#socket.resume(); // or the other side's end is never seen: the sockets of HTTP stay open until then
    setTimeout(() => this.#socket.destroy(), lingerMs).unref();
  }
}
