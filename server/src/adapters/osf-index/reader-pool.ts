import { AppError } from "../../kernel/errors.ts";
import { type ReaderLimits, ReaderProcess } from "./reader-process.ts";

/** Reads at the same time; each has a process of its own. */
const readersAtMost = 4;
const retryAfterMs = 1_000;
/** Starting one takes longer than most reads: whoever looks through a file asks again within this. */
const idleMs = 30_000;

const readersBusy = () =>
  new AppError("FILE_READERS_BUSY", "busy", "Too many files are being read; try again shortly", { retryAfterMs });

/** Processes that read for somebody who waits; the last one used is kept for the next read. */
export class ReaderPool {
  readonly #limits: ReaderLimits;
  readonly #busy = new Set<ReaderProcess>();
  #idle: ReaderProcess | undefined;
  #ending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  take(): ReaderProcess {
    if (this.#isClosed || this.#busy.size >= readersAtMost) throw readersBusy();
    const kept = this.#takeIdle();
    const reader = kept?.isAlive ? kept : new ReaderProcess(this.#limits);
    this.#busy.add(reader);
    return reader;
  }

  async giveBack(reader: ReaderProcess): Promise<void> {
    this.#busy.delete(reader);
    const surplus = reader.isAlive && !this.#isClosed ? this.#takeIdle() : reader;
    if (surplus !== reader) this.#keep(reader);
    await surplus?.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#takeIdle(), ...this.#busy].map((reader) => reader?.close()));
  }

  #keep(reader: ReaderProcess): void {
    this.#idle = reader;
    this.#ending = setTimeout(() => void this.#takeIdle()?.close(), idleMs).unref();
  }

  #takeIdle(): ReaderProcess | undefined {
    clearTimeout(this.#ending);
    const idle = this.#idle;
    this.#idle = undefined;
    return idle;
  }
}
