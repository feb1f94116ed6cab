const barWidth = 30;
const stepMs = 100;
/** Quick work shows no bar at all. */
const quietMs = 400;

let current: Progress | undefined;

/** Results are about to be printed: a bar must not stand between them. */
export function silenceProgress(): void {
  current?.end();
  current = undefined;
}

/** A bar on a terminal's stderr; silent elsewhere. */
export class Progress {
  readonly #label: string;
  #shownAt = Date.now() + quietMs - stepMs;
  #isDrawn = false;

  constructor(label: string, isQuiet: boolean) {
    this.#label = label;
    if (!isQuiet && process.stderr.isTTY === true) current = this;
  }

  readonly update = (done: number, total: number): void => {
    const now = Date.now();
    if (current !== this || now - this.#shownAt < stepMs) return;
    this.#shownAt = now;
    this.#isDrawn = true;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * barWidth);
    const bar = "#".repeat(filled) + " ".repeat(barWidth - filled);
    process.stderr.write(`\r${this.#label} [${bar}] ${Math.round(share * 100)} %`);
  };

  /** Wipes the bar, so that what follows stands on a clean line. */
  end(): void {
    if (this.#isDrawn) process.stderr.write("\r\x1b[K");
    this.#isDrawn = false;
  }
}
