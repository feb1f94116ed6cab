import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillUp } from "../../support/small-disk.ts";
import type { Chance } from "./chance.ts";

/** So far from each other that two times of one campaign never meet. */
const stepsMs = [7_200_000, -7_200_000];
const clockProgram = new URL("stepped-clock.program.ts", import.meta.url).href;

/** What happens to the machine while the node runs: a disk that fills up, a clock that somebody sets. */
export class Hardships {
  readonly #filler: string | undefined;
  readonly #clock: string;
  #isFull = false;
  #wrongByMs = 0;

  /** Without a small disk of its own, none is filled. */
  constructor(folder: string, hasSmallDisk: boolean) {
    this.#filler = hasSmallDisk ? join(folder, "filler") : undefined;
    this.#clock = join(folder, "clock");
    this.setClock(0);
  }

  get env(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${clockProgram}`, CAMPAIGN_CLOCK: this.#clock };
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  get isClockRight(): boolean {
    return this.#wrongByMs === 0;
  }

  fillDisk(): void {
    if (this.#filler === undefined) return;
    this.#isFull = true;
    fillUp(this.#filler);
  }

  freeDisk(): void {
    if (this.#filler !== undefined) rmSync(this.#filler, { force: true });
    this.#isFull = false;
  }

  stepClock(chance: Chance): void {
    this.setClock(this.isClockRight ? (chance.of(stepsMs) ?? 0) : 0);
  }

  setClock(wrongByMs: number): void {
    this.#wrongByMs = wrongByMs;
    writeFileSync(this.#clock, String(wrongByMs).padEnd(16));
  }
}
