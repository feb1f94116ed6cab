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

  /** Somebody will ask: whoever does need not wait until a thread has started. */
  expectQuestions(): void {
    if (this.#started.length === 0) this.#another();
  }

  /** The one with the least to do. Another one is started as long as each has something to do and there may be more. */
  get leastBusy(): ReaderThread {
    const least = this.#leastOf(this.#started);
    if (!least) return this.#another();
    if (least.pending > 0 && this.#started.length < this.#atMost) this.#another();
    return this.#leastOf(this.#started.filter(({ isReady }) => isReady)) ?? this.#leastOf(this.#started) ?? least;
  }

  #leastOf([first, ...others]: readonly ReaderThread[]): ReaderThread | undefined {
    return first && others.reduce((best, other) => (other.pending < best.pending ? other : best), first);
  }

  #another(): ReaderThread {
    const thread = this.#start();
    this.#started.push(thread);
    return thread;
  }
}
