import type { AppError } from "../../kernel/errors.ts";
import { nothingCame } from "./errors.ts";

/** A question of a device that is kept open until there is an answer, or its time is over. */
export class Poll<News> implements Disposable {
  readonly #onClose: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #news: News[] = [];
  #refusal: AppError | undefined;
  #wake: () => void = () => undefined;

  constructor(waitMs: number, onClose: () => void) {
    this.#onClose = onClose;
    this.#timer = setTimeout(() => this.end(nothingCame(waitMs)), waitMs);
  }

  /** Nobody may be told anything on its strength any more: the token is not the device's, or the node stops. */
  get refusal(): AppError | undefined {
    return this.#refusal?.fault === "nothing-came" ? undefined : this.#refusal;
  }

  tell(news: News): void {
    this.#news.push(news);
    this.#wake();
  }

  end(refusal: AppError): void {
    this.#refusal ??= refusal;
    this.#wake();
  }

  /** What was told since the last time, as soon as there is something; throws why there will be nothing. */
  async next(): Promise<readonly News[]> {
    while (this.#news.length === 0) {
      if (this.#refusal) throw this.#refusal;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.refusal) throw this.refusal;
    return this.#news.splice(0);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#onClose();
  }
}
