import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { blobDamaged, blobMissing, storageFull } from "../../core/files/index.ts";
import { diskFaultOf } from "../../kernel/disk-fault.ts";
import { AppError } from "../../kernel/errors.ts";
import { damagedCode, isNoSpace, type JobMessage, type OsfJob } from "./jobs.ts";
import { LastWords } from "./last-words.ts";

export interface ReaderLimits {
  /** How long a step of a job may take; indexing is one step. The start of the process is none. */
  readonly silenceMs: number;
  /** Memory of the process; a file that wants more fails alone. */
  readonly memoryMb: number;
  /** What a compressed file may inflate to while it is indexed, however small it is. */
  readonly inflatedBytes: number;
  /** A larger one may inflate to so many times its size. */
  readonly expansion: number;
}

/** What was compiled once is not compiled again by each process. */
const cacheFolder = process.env["NODE_COMPILE_CACHE"];
const compileCache = cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: cacheFolder };

/** A process that cannot be asked by then is no help; on a busy machine a start takes seconds. */
const startAtMostMs = 60_000;

const fileUnreadable = (reason: string) =>
  new AppError("FILE_UNREADABLE", "invalid", `The content cannot be read as a measurement file: ${reason}`);

/** What the system says of disk and handles says nothing about the file: reading it is tried again [REL2, RUN11]. */
export function failureOf({ message, code }: Extract<JobMessage, { kind: "failed" }>): AppError {
  if (code === damagedCode) return blobDamaged("", message);
  if (code === "ENOENT") return blobMissing("");
  return (isNoSpace(code) ? storageFull(message) : diskFaultOf(code, new Error(message))) ?? fileUnreadable(message);
}

const noResources = () => new AppError("FILE_READERS_BUSY", "busy", "No process can be started to read files");

/** A process that had no handle for its own modules, or was never there, did not even see the file. */
function endOf({ message }: Error): AppError {
  const fault = /\b(EMFILE|ENFILE|EAGAIN|ENOMEM)\b/.exec(message)?.[0];
  if (fault === "EAGAIN" || fault === "ENOMEM") return noResources();
  return diskFaultOf(fault, message) ?? fileUnreadable(message);
}

/**
 * A process that reads measurement files, one job at a time. A thread would not do: the limit of its memory holds
 * only while it grows in small steps, and beyond it the whole node is aborted (ADR 27).
 */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #silenceMs: number;
  readonly #lastWords: LastWords;
  readonly #ready = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();
  #end: Error | undefined;

  constructor({ silenceMs, memoryMb }: ReaderLimits) {
    this.#silenceMs = silenceMs;
    this.#child = fork(new URL("./reader.main.ts", import.meta.url), {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      env: compileCache, // the settings of a node are none of its business
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#lastWords = new LastWords(this.#child.stderr);
    this.#child.once("message", () => this.#ready.resolve());
    this.#child.on("error", (error) => this.#ended(error));
    this.#child.on("close", (code, signal) => this.#ended(this.#lastWords.reason(code, signal)));
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  async *run(job: OsfJob): AsyncGenerator<unknown, unknown> {
    let isDone = false;
    try {
      await this.#started();
      this.#send(job);
      for (;;) {
        const message = await this.#next();
        if (message.kind !== "portion") isDone = true;
        if (message.kind === "failed") throw failureOf(message);
        if (message.kind === "result") return message.value;
        yield message.value;
        this.#send("more");
      }
    } finally {
      if (!isDone) await this.close(); // it would go on for nobody
    }
  }

  async close(): Promise<void> {
    this.#end ??= new Error("the reader was closed");
    this.#child.ref(); // whoever waits for its end is not left alone
    this.#child.kill("SIGKILL");
    if (this.#child.pid !== undefined) await this.#gone.promise;
  }

  /** Resolves when it can be asked: how long it takes until then says nothing about a file. */
  async #started(): Promise<void> {
    const timer = setTimeout(() => {
      this.#end ??= new Error("EAGAIN: the reader did not start in time");
      void this.close();
    }, startAtMostMs);
    await Promise.race([this.#ready.promise, this.#gone.promise]);
    clearTimeout(timer);
    if (this.#end) throw endOf(this.#end);
  }

  #ended(error: Error): void {
    this.#end ??= error;
    this.#gone.resolve();
  }

  /** One that is gone is noticed by whoever waits for its answer. */
  #send(message: OsfJob | "more"): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  async #next(): Promise<JobMessage> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), this.#silenceMs);
    try {
      if (this.#end) throw this.#end;
      const gone = this.#gone.promise.then(() => Promise.reject(this.#end));
      gone.catch(() => undefined);
      const answer = once(this.#child, "message", { signal: waiting.signal });
      const [message] = (await Promise.race([answer, gone])) as [JobMessage];
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
