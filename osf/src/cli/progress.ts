const barWidth = 30;
const stepMs = 100;

/** A bar on a terminal's stderr; silent elsewhere. */
export class Progress {
  readonly #label: string;
  readonly #isShown: boolean;
  #shownAt = 0;
  #isDrawn = false;

  constructor(label: string, isQuiet: boolean) {
    this.#label = label;
    this.#isShown = !isQuiet && process.stderr.isTTY === true;
  }

  readonly update = (done: number, total: number): void => {
    const now = Date.now();
    if (!this.#isShown || now - this.#shownAt < stepMs) return;
    this.#shownAt = now;
    this.#isDrawn = true;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * barWidth);
    process.stderr.write(
      `\r${this.#label} [${"#".repeat(filled)}${" ".repeat(barWidth - filled)}] ${Math.round(share * 100)} %`,
    );
  };

  /** Wipes the bar, so that what follows stands on a clean line. */
  end(): void {
    if (this.#isDrawn) process.stderr.write("\r\x1b[K");
    this.#isDrawn = false;
  }
}
