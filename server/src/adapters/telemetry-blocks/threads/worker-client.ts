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

export interface WorkerHooks {
  readonly onDamage: (block: DamagedBlock) => void;
  /** Told once when the thread ends without having been asked to. */
  readonly onLost: (error: Error) => void;
}

/** The main thread's end of the line to a worker: requests, answered in any order. */
export class WorkerClient<Request> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #hooks: WorkerHooks;
  #isEnding = false;
  #nextId = 1;
  #failure: Error | undefined;

  constructor(file: URL, start: WorkerStart, hooks: WorkerHooks) {
    this.#hooks = hooks;
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

  /** What waits for an answer; a thread that is gone answers nothing, so it never has the least to do. */
  get pending(): number {
    return this.#failure ? Number.POSITIVE_INFINITY : this.#waiting.size;
  }

  request(request: Request, transfer: readonly Transferable[] = []): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#worker.postMessage({ id, request }, [...transfer]);
    return promise;
  }

  /** The last request, with which the thread ends; one that is gone has nothing left to close. */
  async close(request: Request): Promise<void> {
    this.#isEnding = true;
    if (!this.#failure) await this.request(request);
  }

  terminate(): Promise<number> {
    this.#isEnding = true;
    return this.#worker.terminate();
  }

  #receive(reply: WorkerReply): void {
    if (reply.type === "ready") this.#ready.resolve();
    else if (reply.type === "refused") this.#refused(errorOf(reply.fault));
    else if (reply.type === "damaged") this.#hooks.onDamage(reply);
    else this.#answer(reply);
  }

  /** Whoever opens it is told; the thread ends by itself. */
  #refused(error: Error): void {
    this.#isEnding = true;
    this.#ready.reject(error);
  }

  #answer(reply: Extract<WorkerReply, { readonly id: number }>): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.type === "done") waiting?.resolve(reply.result);
    else waiting?.reject(errorOf(reply.fault));
  }

  #fail(error: Error): void {
    if (!this.#failure && !this.#isEnding) this.#hooks.onLost(error);
    this.#failure ??= error;
    this.#ready.reject(error);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
