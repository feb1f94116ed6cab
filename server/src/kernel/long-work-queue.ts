/**
 * Pieces of long work, one per turn of the event loop, whoever asked first: between two of them sockets are served.
 * Without it, answers of other threads that arrive faster than they are worked off keep the loop to themselves for
 * as long as there are some, thousands of them and many seconds [API11].
 */
export class LongWorkQueue {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  /** Resolves when the caller may do its next piece, of a few milliseconds. */
  nextPiece(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}

/** Some milliseconds: short beside what anybody waits for, long beside what it takes to change over. */
const pieceMs = 10;

/** For work whose steps are of any length: tells when those since the last restart are a piece. */
export class PieceTime {
  #start = performance.now();

  get isUp(): boolean {
    return performance.now() - this.#start > pieceMs;
  }

  restart(): void {
    this.#start = performance.now();
  }
}

/** A thread has one event loop: all long work of it stands in one line. */
export const longWork = new LongWorkQueue();
