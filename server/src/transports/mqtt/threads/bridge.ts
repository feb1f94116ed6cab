import { OpenRequests } from "../../../threads/open-requests.ts";
import { faultOf, type ThreadFault } from "../../../threads/thread-fault.ts";
import { errorOfThread } from "./thread-error.ts";

/** Either end of a line between two threads. */
export interface Line {
  postMessage(message: unknown): void;
  on(event: "message", receive: (message: Batch) => void): unknown;
}

/** What one side does for the other. Arguments and results are plain data: they are copied. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters are those of each function
export type Handlers = { readonly [name: string]: (...args: any[]) => unknown };

type Item =
  | readonly ["call", id: number, name: string, args: readonly unknown[]]
  | readonly ["tell", name: string, args: readonly unknown[]]
  | readonly ["done", id: number, result: unknown]
  | readonly ["failed", id: number, fault: ThreadFault];

interface Batch {
  readonly items: readonly Item[];
  /** What `offer` put on the line with this batch. */
  readonly weight: number;
  /** How much of that the sender of this batch has taken from the other side. */
  readonly taken: number;
}

/** Bytes, about, that may be on the way and not taken yet, of what nobody waits for. */
const offeredAtMost = 8 * 1_024 * 1_024;
/** What an item weighs besides its text. */
const itemWeight = 200;

/**
 * Calls between two threads, everything of a turn in one message. Callers wait for their answers and so bound what
 * is on the way; what nobody waits for is offered, and left out when the other side does not keep up [REL2].
 */
export class Bridge<Ours extends Handlers, Theirs extends Handlers> {
  readonly #line: Line;
  readonly #handlers: Ours;
  readonly #onLost: (error: unknown) => void;
  readonly #requests = new OpenRequests();
  #items: Item[] = [];
  #weight = 0;
  #offered = 0;
  #taken = 0;
  #isScheduled = false;

  /** `onLost` hears of what went wrong where nobody waits for an answer. */
  constructor(line: Line, handlers: Ours, onLost: (error: unknown) => void) {
    this.#line = line;
    this.#handlers = handlers;
    this.#onLost = onLost;
    line.on("message", (batch: Batch) => this.#receive(batch));
  }

  call<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>> {
    const answer = this.#requests.ask((id) => this.#put(["call", id, name, args]));
    return answer as Promise<Awaited<ReturnType<Theirs[Name]>>>;
  }

  /** Nobody waits, but it arrives; for what happens a bounded number of times per connection. */
  tell<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void {
    if (!this.hasFailed) this.#put(["tell", name, args]);
  }

  /** False when the other side is too far behind: then it is left out. `bytes` is the size of what is in it. */
  offer<Name extends keyof Theirs & string>(bytes: number, name: Name, ...args: Parameters<Theirs[Name]>): boolean {
    if (this.#offered > offeredAtMost) return false;
    this.#offered += itemWeight + bytes;
    this.#weight += itemWeight + bytes;
    this.tell(name, ...args);
    return true;
  }

  /** The other thread is gone. */
  fail(error: Error): void {
    this.#requests.lose(error);
  }

  get hasFailed(): boolean {
    return this.#requests.loss !== undefined;
  }

  #put(item: Item): void {
    this.#items.push(item);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#send());
  }

  #send(): void {
    if (this.hasFailed) return;
    const batch: Batch = { items: this.#items, weight: this.#weight, taken: this.#taken };
    this.#isScheduled = false;
    this.#items = [];
    this.#weight = 0;
    this.#taken = 0;
    this.#line.postMessage(batch);
  }

  #receive({ items, weight, taken }: Batch): void {
    this.#offered -= taken;
    for (const item of items) this.#take(item);
    if (weight === 0) return;
    this.#taken += weight;
    this.#schedule();
  }

  #take(item: Item): void {
    if (item[0] === "call") this.#answer(item[1], item[2], item[3]);
    else if (item[0] === "tell") this.#run(item[1], item[2]).catch(this.#onLost);
    else if (item[0] === "done") this.#requests.answered(item[1], item[2]);
    else this.#requests.failed(item[1], errorOfThread(item[2]));
  }

  #answer(id: number, name: string, args: readonly unknown[]): void {
    this.#run(name, args).then(
      (result) => this.#put(["done", id, result]),
      (error: unknown) => this.#put(["failed", id, faultOf(error)]),
    );
  }

  async #run(name: string, args: readonly unknown[]): Promise<unknown> {
    return this.#handlers[name]?.(...args);
  }
}
