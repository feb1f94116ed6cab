import type { ClientRequest } from "node:http";
import { Readable } from "node:stream";

/**
 * Pieces on their way to a connection, none of them taken before the connection has let go of the one before the last. What
 * ends early takes the other end along: a connection that is gone reads no file, and one that lacks bytes is not left
 * waiting for them.
 */
export class SentPieces extends Readable {
  readonly #pieces: AsyncGenerator<Buffer>;

  constructor(pieces: AsyncGenerator<Buffer>) {
    super({ highWaterMark: 1 });
    this.#pieces = pieces;
    this.on("error", () => undefined); // told by the connection, which has it as well
  }

  override _read(): void {
    this.#pieces.next().then(
      ({ done, value }) => this.push(done ? null : value),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    void this.#pieces.return(undefined).finally(() => done(error));
  }

  override pipe<T extends NodeJS.WritableStream>(to: T, options?: { end?: boolean }): T {
    this.once("close", () => {
      if (!this.readableEnded && isRequest(to)) to.destroy(this.errored ?? undefined);
    });
    to.once("close", () => this.destroy());
    return super.pipe(to, options);
  }
}

const isRequest = (to: unknown): to is ClientRequest => typeof to === "object" && to !== null && "destroy" in to;
