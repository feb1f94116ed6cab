import { type ResourceLimits, type Transferable, Worker } from "node:worker_threads";
import { type Asked, openWord, type Told } from "./line-messages.ts";
import { OpenRequests } from "./open-requests.ts";
import type { ThreadFault } from "./thread-fault.ts";

export interface ThreadTerms<Notice> {
  /** As it is named in the error of what it did not answer: "the … has ended". */
  readonly name: string;
  /** What the thread is started with; it is copied. */
  readonly start: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** A fault of the thread as an error of this side. */
  readonly errorOf: (fault: ThreadFault) => Error;
  /** Told once when the thread ends without having been asked to. */
  readonly onLost: (error: Error) => void;
  readonly onNotice?: (notice: Notice) => void;
  /** Beyond so many open requests the next ones are refused: whoever asks is too fast [REL2]. */
  readonly bound?: { readonly atMost: number; readonly refusal: () => Error };
}

/** The main thread's end of the line to a thread that works for it: requests, answered in any order (ADR 29). */
export class ThreadLine<Request, Answer = unknown, Notice = never> {
  readonly #worker: Worker;
  readonly #terms: ThreadTerms<Notice>;
  readonly #requests = new OpenRequests<Answer>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #isReady = false;
  #isEnding = false;

  constructor(file: URL, terms: ThreadTerms<Notice>) {
    this.#terms = terms;
    this.#ready.promise.catch(() => {}); // whoever waits for it is told; an early failure waits for them
    const { start, resourceLimits } = terms;
    this.#worker = new Worker(file, { workerData: start, ...(resourceLimits && { resourceLimits }) });
    this.#worker.on("message", (told: Told<Answer, Notice>) => this.#receive(told));
    this.#worker.on("error", (error) => this.#lost(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => {
      this.#lost(new Error(`the ${terms.name} has ended`));
      this.#ended.resolve();
    });
  }

  /** For a thread that waits for it before it opens anything. */
  open(): Promise<void> {
    this.#worker.postMessage(openWord);
    return this.ready();
  }

  /** Resolves when the thread takes requests, rejects when it refuses to start. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** It takes requests at once; what it is asked before waits until it does. */
  get isReady(): boolean {
    return this.#isReady && !this.isLost;
  }

  get isLost(): boolean {
    return this.#requests.loss !== undefined;
  }

  /** What waits for an answer; a thread that is gone answers nothing, so it never has the least to do. */
  get pending(): number {
    return this.isLost ? Number.POSITIVE_INFINITY : this.#requests.count;
  }

  request(request: Request, transfer?: readonly Transferable[]): Promise<Answer> {
    const { bound } = this.#terms;
    if (bound && !this.isLost && this.#requests.count >= bound.atMost) return Promise.reject(bound.refusal());
    return this.#send(request, transfer);
  }

  /** The request with which the thread ends; one that is gone has nothing left to close. */
  async last(request: Request): Promise<void> {
    this.#isEnding = true;
    if (!this.isLost) await this.#send(request);
  }

  /** Resolves when the thread is gone, for whatever reason. */
  ended(): Promise<void> {
    return this.#ended.promise;
  }

  async terminate(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  #send(request: Request, transfer?: readonly Transferable[]): Promise<Answer> {
    return this.#requests.ask((id) =>
      this.#worker.postMessage({ id, request } satisfies Asked<Request>, transfer && [...transfer]),
    );
  }

  #receive(told: Told<Answer, Notice>): void {
    if (told.kind === "answer") this.#requests.answered(told.id, told.answer);
    else if (told.kind === "failed") this.#requests.failed(told.id, this.#terms.errorOf(told.fault));
    else if (told.kind === "notice") this.#terms.onNotice?.(told.notice);
    else if (told.kind === "ready") this.#begins();
    else this.#refused(told.fault);
  }

  #begins(): void {
    this.#isReady = true;
    this.#ready.resolve();
  }

  /** Whoever opens it is told; the thread ends by itself. */
  #refused(fault: ThreadFault): void {
    this.#isEnding = true;
    this.#ready.reject(this.#terms.errorOf(fault));
  }

  #lost(error: Error): void {
    this.#ready.reject(error);
    if (this.#requests.lose(error) && !this.#isEnding) this.#terms.onLost(error);
  }
}
