import type { Readable, Writable } from "node:stream";
import { parseJsonText } from "@heliograph/contract/json-text";

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Pieces of a file are asked for in less; whoever says more at once says it wrong. */
const longestMessage = 16_777_216;

/** Speaks with a browser in its DevTools protocol: JSON with a zero byte behind each message, over two pipes. */
export class DevtoolsPipe {
  readonly #to: Writable;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #pieces: Buffer[] = [];
  #length = 0;
  #last = 0;
  #broken: Error | undefined;
  /** Hears when a page of the browser died. */
  onCrash: () => void = () => undefined;

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    for (const stream of [to, from]) stream.on("error", () => undefined); // its process ended, which is heard of with the reason
    from.on("data", (bytes: Buffer) => this.#take(bytes));
  }

  send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    if (this.#broken) return Promise.reject(this.#broken);
    this.#last += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, answer);
    this.#to.write(`${JSON.stringify({ id: this.#last, method, params, sessionId })}\0`);
    return answer.promise as Promise<T>; // as the protocol describes it
  }

  /** Whoever waits is told why nothing comes any more. */
  fail(error: Error): void {
    this.#broken ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    this.#waiting.clear();
  }

  #take(bytes: Buffer): void {
    let rest = bytes;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      this.#heard(Buffer.concat([...this.#pieces, rest.subarray(0, end)]).toString());
      [this.#pieces, this.#length, rest] = [[], 0, rest.subarray(end + 1)];
    }
    this.#length += rest.length;
    if (this.#length > longestMessage) this.fail(new Error("the browser says too much at once"));
    else this.#pieces.push(rest);
  }

  #heard(text: string): void {
    const { id, method, result, error } = parseJsonText(text) as Answer; // written by a browser we started
    if (method?.endsWith(".targetCrashed")) this.onCrash();
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || !waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }
}
