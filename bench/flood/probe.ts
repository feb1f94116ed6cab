import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = 20;

/** Does one thing over and over and remembers how long it took. */
export class Probe {
  readonly #name: string;
  readonly #ask: () => Promise<void>;
  readonly #aimMs: number | undefined;
  #times: number[] = [];
  #failures = 0;
  #running: Promise<void> | undefined;
  #isOver = false;

  constructor(name: string, ask: () => Promise<void>, aimMs?: number) {
    this.#name = name;
    this.#ask = ask;
    this.#aimMs = aimMs;
  }

  start(): void {
    this.#times = [];
    this.#failures = 0;
    this.#isOver = false;
    this.#running = this.#run();
  }

  async end(): Promise<string> {
    this.#isOver = true;
    await this.#running;
    const sorted = this.#times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    const aim = this.#aimMs === undefined ? "" : ` (aim ${this.#aimMs}: ${at(0.99) <= this.#aimMs ? "met" : "MISSED"})`;
    const figures = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms${aim}, longest ${at(1).toFixed(1)} ms`;
    return `${this.#name}: ${figures} of ${sorted.length}, failed ${this.#failures}`;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const start = performance.now();
      await this.#ask().catch(() => this.#failures++);
      this.#times.push(performance.now() - start);
      await sleep(pauseMs);
    }
  }
}
