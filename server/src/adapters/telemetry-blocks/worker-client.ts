import { type Transferable, Worker } from "node:worker_threads";
import type { WorkerReply, WorkerStart } from "./messages.ts";
import { errorOf } from "./wire-fault.ts";

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface DamagedBlock {
  readonly series: number;
  readonly block: number;
  readonly start: number;
  readonly end: number;
}

/** The main thread's end of the line to a worker: requests, answered in any order. */
export class WorkerClient<Request> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #onDamage: (block: DamagedBlock) => void;
  #nextId = 1;
  #failure: Error | undefined;

  constructor(file: URL, start: WorkerStart, onDamage: (block: DamagedBlock) => void) {
    this.#onDamage = onDamage;
    this.#ready.promise.catch(() => {}); // whoever waits for it is told; an early failure waits for them
    this.#worker = new Worker(file, { workerData: start });
    this.#worker.on("message", (reply: WorkerReply) => this.#receive(reply));
    this.#worker.on("error", (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#fail(new Error("the telemetry worker has ended")));
  }

  /** For a worker that waits for it before it opens anything. */
  open(): Promise<void> {
    this.#worker.postMessage("open");
    return this.ready();
  }

  /** Resolves when the worker can take requests, rejects when it refuses to start. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  get pending(): number {
    return this.#waiting.size;
  }

  request(request: Request, transfer: readonly Transferable[] = []): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#worker.postMessage({ id, request }, [...transfer]);
    return promise;
  }

  terminate(): Promise<number> {
    return this.#worker.terminate();
  }

  #receive(reply: WorkerReply): void {
    if (reply.type === "ready") this.#ready.resolve();
    else if (reply.type === "refused") this.#ready.reject(errorOf(reply.fault));
    else if (reply.type === "damaged") this.#onDamage(reply);
    else this.#answer(reply);
  }

  #answer(reply: Extract<WorkerReply, { readonly id: number }>): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.type === "done") waiting?.resolve(reply.result);
    else waiting?.reject(errorOf(reply.fault));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#ready.reject(error);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
