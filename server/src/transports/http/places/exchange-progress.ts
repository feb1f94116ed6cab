import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Tells whether the other side of a request has stood still: there are bytes for it that it does not take, or it does
 * not send the ones we wait for. What takes long on our side is never its fault.
 */
export class ExchangeProgress {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #now: () => number;
  #moved = 0;
  #movedAt: number;

  constructor(request: IncomingMessage, response: ServerResponse, now = () => performance.now()) {
    this.#request = request;
    this.#response = response;
    this.#now = now;
    this.#movedAt = now();
  }

  /** To be asked now and then: what it compares with is what it saw the last time. */
  standsStillFor(): number {
    const { bytesRead = 0, bytesWritten = 0 } = this.#request.socket ?? {};
    const moved = bytesRead + bytesWritten;
    if (moved !== this.#moved || !this.#isUpToThem()) {
      this.#moved = moved;
      this.#movedAt = this.#now();
    }
    return this.#now() - this.#movedAt;
  }

  #isUpToThem(): boolean {
    const takesNothing = this.#response.writableLength > 0;
    const sendsNothing = !this.#request.complete && this.#request.readableLength === 0;
    return takesNothing || sendsNothing;
  }
}
