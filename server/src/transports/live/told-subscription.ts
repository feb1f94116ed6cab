import { AppError } from "../../kernel/errors.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { endedFrame } from "./server-frame.ts";

/**
 * The life of a subscription: it tells until its reader stops it, or until it ends, which the reader is told, once. What
 * is told, and who may still be told, is each kind's own.
 */
export abstract class ToldSubscription implements LiveSubscription {
  readonly id: number;
  #ended: { readonly reason: unknown } | undefined;
  #isStopped = false;
  readonly #onNews: (subscription: LiveSubscription) => void;

  constructor(id: number, onNews: (subscription: LiveSubscription) => void) {
    this.id = id;
    this.#onNews = onNews;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Its reader wants no more of it. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isOver(): boolean {
    return this.hasEnded || this.#isStopped;
  }

  start(): void {
    this.tell();
  }

  stop(): void {
    this.#isStopped = true;
    this.release();
  }

  /** Nothing is shown any more; the reader is told why. */
  end(reason: unknown): void {
    if (this.isOver) return;
    this.#ended = { reason };
    this.release();
    this.tell();
  }

  /** The next frame for the reader, if there is anything to tell. Taken one at a time. */
  async takeFrame(): Promise<string | undefined> {
    if (this.#ended) return endedFrame(this.id, this.#ended.reason);
    try {
      return await this.nextFrame();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.end(error); // what is watched is gone, not theirs any more, or too much
      return undefined;
    }
  }

  abstract recheck(isOther: boolean): void;

  /** There is news for the reader. */
  protected tell(): void {
    this.#onNews(this);
  }

  protected abstract nextFrame(): Promise<string | undefined>;

  /** Whatever was watched is not watched any more. */
  protected release(): void {}
}
