import { parentPort, type Transferable, workerData } from "node:worker_threads";
import type { DamageReport } from "../blocks/block-table.ts";
import type { WorkerReply, WorkerStart } from "./messages.ts";
import { faultOf } from "./wire-fault.ts";

/** Damaged blocks a worker remembers having reported, so that each is reported once. */
const maxReported = 10_000;

/** The worker's end of the line to the main thread. */
export class WorkerPort {
  readonly #port: NonNullable<typeof parentPort>;

  constructor() {
    if (parentPort === null) throw new Error("this file runs as a worker thread");
    this.#port = parentPort;
  }

  /** What the main thread started this worker with. */
  get start(): WorkerStart {
    return workerData as WorkerStart; // our own main thread wrote it
  }

  /** Runs `open` when the main thread says so: until then a started worker has touched nothing. */
  whenTold(open: () => void): void {
    this.#port.once("message", open);
  }

  reply(message: WorkerReply, transfer: readonly Transferable[] = []): void {
    this.#port.postMessage(message, [...transfer]);
  }

  done(id: number, result: unknown, transfer: readonly Transferable[] = []): void {
    this.reply({ type: "done", id, result }, transfer);
  }

  failed(id: number, error: unknown): void {
    this.reply({ type: "failed", id, fault: faultOf(error) });
  }

  serve<Request>(handle: (id: number, request: Request) => void): void {
    this.#port.on("message", ({ id, request }: { readonly id: number; readonly request: Request }) => {
      try {
        handle(id, request);
      } catch (error) {
        this.failed(id, error);
      }
    });
    this.reply({ type: "ready" });
  }

  /** Ends the thread: nothing keeps it alive once nobody is listening. */
  close(): void {
    this.#port.close();
  }

  reportDamage(): DamageReport {
    const reported = new Set<number>();
    return (damage) => {
      if (reported.has(damage.block) || reported.size >= maxReported) return;
      reported.add(damage.block);
      this.reply({ type: "damaged", ...damage });
    };
  }
}
