import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { blobDamaged, blobMissing, storageFull } from "../../core/files/index.ts";
import { diskFaultOf } from "../../kernel/disk-fault.ts";
import { AppError } from "../../kernel/errors.ts";
import { damagedCode, isNoSpace, type JobMessage, type OsfJob } from "./jobs.ts";

export interface ReaderLimits {
  /** How long a step of a job may take; indexing is one step. */
  readonly silenceMs: number;
  /** Memory of the thread; a file that wants more fails alone. */
  readonly memoryMb: number;
  /** What a compressed file may inflate to while it is indexed, however small it is. */
  readonly inflatedBytes: number;
  /** A larger one may inflate to so many times its size. */
  readonly expansion: number;
}

const fileUnreadable = (reason: string) =>
  new AppError("FILE_UNREADABLE", "invalid", `The content cannot be read as a measurement file: ${reason}`);

/** What the system says of disk and handles says nothing about the file: reading it is tried again [REL2, RUN11]. */
export function failureOf({ message, code }: Extract<JobMessage, { kind: "failed" }>): AppError {
  if (code === damagedCode) return blobDamaged("", message);
  if (code === "ENOENT") return blobMissing("");
  return (isNoSpace(code) ? storageFull(message) : diskFaultOf(code, new Error(message))) ?? fileUnreadable(message);
}

/** A thread that had no handle for its own modules did not even see the file. */
const endOf = ({ message }: Error): AppError =>
  diskFaultOf(/\b(EMFILE|ENFILE)\b/.exec(message)?.[0], message) ?? fileUnreadable(message);

/** A thread that reads measurement files, one job at a time. */
export class OsfWorker {
  readonly #worker: Worker;
  readonly #silenceMs: number;
  #end: Error | undefined;

  constructor({ silenceMs, memoryMb }: ReaderLimits) {
    this.#silenceMs = silenceMs;
    this.#worker = new Worker(new URL("./osf.worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.#worker.on("error", (error) => {
      this.#end ??= error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.on("exit", () => {
      this.#end ??= new Error("the reader ended");
    });
    this.#worker.unref();
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  async *run(job: OsfJob): AsyncGenerator<unknown, unknown> {
    let isDone = false;
    try {
      this.#worker.postMessage(job);
      for (;;) {
        const message = await this.#next();
        if (message.kind !== "portion") isDone = true;
        if (message.kind === "failed") throw failureOf(message);
        if (message.kind === "result") return message.value;
        yield message.value;
        this.#worker.postMessage("more");
      }
    } finally {
      if (!isDone) await this.close(); // it would go on for nobody
    }
  }

  async close(): Promise<void> {
    this.#end ??= new Error("the reader was closed");
    await this.#worker.terminate();
  }

  async #next(): Promise<JobMessage> {
    if (this.#end) throw endOf(this.#end);
    const waiting = new AbortController();
    const options = { signal: waiting.signal };
    const timer = setTimeout(() => waiting.abort(), this.#silenceMs);
    try {
      const exit = once(this.#worker, "exit", options).then(() => {
        throw this.#end ?? new Error("the reader ended");
      });
      exit.catch(() => undefined);
      const [message] = (await Promise.race([once(this.#worker, "message", options), exit])) as [JobMessage];
      return message;
    } catch (error) {
      if (waiting.signal.aborted) throw fileUnreadable(`reading took longer than ${this.#silenceMs} ms`);
      throw endOf(error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearTimeout(timer);
      waiting.abort();
    }
  }
}
