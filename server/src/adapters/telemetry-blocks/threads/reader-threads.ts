import type { ReaderRequest } from "../read/reader-requests.ts";
import type { TelemetryThread } from "./telemetry-thread.ts";

type ReaderThread = TelemetryThread<ReaderRequest>;

/** The threads that read points. Each starts when it is first needed: a node whose points nobody asks for has none. */
export class ReaderThreads {
  readonly #start: () => ReaderThread;
  readonly #atMost: number;
  readonly #started: ReaderThread[] = [];

  constructor(atMost: number, start: () => ReaderThread) {
    this.#atMost = atMost;
    this.#start = start;
  }

  get started(): readonly ReaderThread[] {
    return this.#started;
  }

  /** The one with the least to do; another one, as long as each has something to do and there may be more. */
  get leastBusy(): ReaderThread {
    const [first, ...others] = this.#started;
    if (!first) return this.#another();
    const least = others.reduce((best, other) => (other.pending < best.pending ? other : best), first);
    return least.pending > 0 && this.#started.length < this.#atMost ? this.#another() : least;
  }

  #another(): ReaderThread {
    const thread = this.#start();
    this.#started.push(thread);
    return thread;
  }
}
