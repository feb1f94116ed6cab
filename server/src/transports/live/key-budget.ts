import { tooManyKeys } from "./errors.ts";

/** How many keys a connection may still watch. */
export class KeyBudget {
  #left: number;

  constructor(keys: number) {
    this.#left = keys;
  }

  take(keys: number): void {
    if (keys > this.#left) throw tooManyKeys();
    this.#left -= keys;
  }

  giveBack(keys: number): void {
    this.#left += keys;
  }
}
