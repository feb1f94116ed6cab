import { tooManyKeys } from "./errors.ts";

/** How many keys a connection may still watch. */
export class KeyBudget {
  readonly #most: number;
  #left: number;

  constructor(keys: number) {
    this.#most = keys;
    this.#left = keys;
  }

  take(keys: number): void {
    if (keys > this.#left) throw tooManyKeys(this.#most);
    this.#left -= keys;
  }

  giveBack(keys: number): void {
    this.#left += keys;
  }
}
