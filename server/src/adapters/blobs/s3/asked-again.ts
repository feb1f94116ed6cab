import { setTimeout as sleep } from "node:timers/promises";
import { tellsLoss } from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { s3Fault } from "./s3-faults.ts";

/** Answers in a row that ended early without anything whole; then whoever reads is told. */
const emptyAnswers = 3;
/** Answers in a row that say that a content is damaged or missing; then it is believed [REL5]. */
const answersOfLoss = 2;
const waitMs = 200;

/** What went wrong since something whole came. */
export class FaultsInARow {
  #empty = 0;
  #ofLoss = 0;

  /** Waits before the next try, or throws what whoever waits is told. What the client gave up is not tried again here. */
  async met(error: unknown): Promise<void> {
    const isEnough = tellsLoss(error)
      ? ++this.#ofLoss >= answersOfLoss
      : error instanceof AppError || ++this.#empty >= emptyAnswers;
    if (isEnough) throw s3Fault(error);
    await sleep(waitMs * (this.#empty + this.#ofLoss));
  }

  over(): void {
    [this.#empty, this.#ofLoss] = [0, 0];
  }
}

/** Again when its answer is cut. */
export async function unlessCut<T>(ask: () => Promise<T>): Promise<T> {
  for (const faults = new FaultsInARow(); ; ) {
    try {
      return await ask();
    } catch (error) {
      await faults.met(error);
    }
  }
}

/** Once more before a content is called damaged or missing: one wrong answer says more about the way than about it [REL5]. */
export async function unlessLostTwice<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!tellsLoss(error)) throw error;
    await sleep(waitMs);
    return ask();
  }
}
