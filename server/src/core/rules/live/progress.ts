import type { Clock } from "../../../kernel/time.ts";
import type { PointLog } from "../../telemetry/index.ts";

/** Where nothing follows from the points, their position is written this often. */
const notePositionMs = 1_000;

/** How far the log was told, how far of that is evaluated, and how far of that is stored. */
export class Progress {
  readonly #log: Pick<PointLog, "passed">;
  readonly #clock: Clock;
  told = 0;
  evaluated = 0;
  #noted = 0;
  /** Up to here nothing is left to be stored. */
  #done = 0;
  #notedAt = 0;
  /** Somebody waits until everything is noted. */
  isAwaited = false;

  constructor(log: Pick<PointLog, "passed">, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  get isTimeToNote(): boolean {
    const sinceMs = Math.abs(this.#clock() - this.#notedAt); // or a clock that is set back would make the log wait [RUN12]
    return this.evaluated > this.#noted && (this.isAwaited || sinceMs >= notePositionMs);
  }

  /** Nothing followed from what was evaluated. */
  pass(): void {
    this.#done = this.evaluated;
  }

  /** What need not be told again, although that is not stored yet; undefined where it is. */
  get unnoted(): number | undefined {
    return this.#done > this.#noted ? this.#done : undefined;
  }

  /** Everything up to here is stored with what followed: it need not be told again. */
  note(position: number): void {
    this.#noted = position;
    this.#done = Math.max(this.#done, position);
    this.#notedAt = this.#clock();
    this.#log.passed(this.#noted);
  }
}
