import { EventEmitter, once } from "node:events";
import { MessageChannel, type MessagePort, type Transferable } from "node:worker_threads";
import { begin } from "./thread-begun.ts";

const isRefusal = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "kind" in message && message.kind === "refused";

/**
 * What a `Worker` is to whoever holds its line, with the program in the thread that asks: the same copies of the same
 * messages, in the same order, without a thread that has to start and to be woken for every answer.
 */
export class ThreadAtHand extends EventEmitter {
  readonly #line: MessagePort;
  readonly #closed: Promise<unknown>;
  #isEnded = false;

  constructor(program: URL, start: unknown) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#line = port1;
    this.#closed = once(port1, "close");
    port1.on("message", (message: unknown) => {
      if (this.#isEnded) return;
      this.emit("message", message);
      if (isRefusal(message)) this.#line.close(); // a thread that refuses has nothing left to do, and ends
    });
    port1.on("close", () => this.emit("exit"));
    begin(program, port2, structuredClone(start)).catch((error: unknown) => this.#fail(error));
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#line.postMessage(message, [...transfer]);
  }

  /** Nothing is heard of it any more, and it is over when this resolves; only what it had begun goes on unheard. */
  async terminate(): Promise<void> {
    this.#isEnded = true;
    this.#line.close();
    await this.#closed;
  }

  #fail(error: unknown): void {
    if (!this.#isEnded) this.emit("error", error);
    this.#line.close();
  }
}
