import { parentPort, type Transferable, workerData } from "node:worker_threads";
import type { Asked, Told } from "./line-messages.ts";
import { faultOf } from "./thread-fault.ts";

/** The end of the line in the thread that works: what it is asked, what it answers, what it tells unasked. */
export class ThreadEnd<Start, Request, Answer = unknown, Notice = never> {
  /** What the thread was started with. */
  readonly start: Start;
  readonly #port: NonNullable<typeof parentPort>;

  constructor() {
    if (parentPort === null) throw new Error("this file runs as a worker thread");
    this.#port = parentPort;
    this.start = workerData as Start; // our own main thread wrote it
  }

  /** Runs `open` when the main thread says so: until then a started thread has touched nothing. */
  whenTold(open: () => void): void {
    this.#port.once("message", open);
  }

  /** From now on requests are taken; one whose handling throws has failed. */
  serve(handle: (id: number, request: Request) => void): void {
    this.#port.on("message", ({ id, request }: Asked<Request>) => {
      try {
        handle(id, request);
      } catch (error) {
        this.failed(id, error);
      }
    });
    this.#tell({ kind: "ready" });
  }

  done(id: number, answer: Answer, transfer?: readonly Transferable[]): void {
    this.#tell({ kind: "answer", id, answer }, transfer);
  }

  failed(id: number, error: unknown): void {
    this.#tell({ kind: "failed", id, fault: faultOf(error) });
  }

  notice(notice: Notice): void {
    this.#tell({ kind: "notice", notice });
  }

  /** Instead of serving: the thread cannot do what it was started for, and ends. */
  refused(error: unknown): void {
    this.#tell({ kind: "refused", fault: faultOf(error) });
  }

  /** Ends the thread: nothing keeps it alive once nobody is listening. */
  close(): void {
    this.#port.close();
  }

  #tell(told: Told<Answer, Notice>, transfer?: readonly Transferable[]): void {
    if (transfer) this.#port.postMessage(told, [...transfer]);
    else this.#port.postMessage(told);
  }
}
