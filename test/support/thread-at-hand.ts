import { EventEmitter } from "node:events";
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

  constructor(program: URL, start: unknown) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#line = port1;
    port1.on("message", (message: unknown) => {
      this.emit("message", message);
      if (isRefusal(message)) this.#line.close(); // a thread that refuses has nothing left to do, and ends
    });
    port1.on("close", () => this.emit("exit"));
    begin(program, port2, structuredClone(start)).catch((error: unknown) => this.#fail(error));
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#line.postMessage(message, [...transfer]);
  }

  async terminate(): Promise<void> {
    this.#line.close();
  }

  #fail(error: unknown): void {
    this.emit("error", error);
    this.#line.close();
  }
}
