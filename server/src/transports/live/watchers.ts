import type { Audience } from "./subscriptions.ts";

/** Those who are told of something that is about no device in particular. */
export class Watchers<Watcher> implements Audience<Watcher> {
  readonly #watching = new Set<Watcher>();

  add(watcher: Watcher): void {
    this.#watching.add(watcher);
  }

  remove(watcher: Watcher): void {
    this.#watching.delete(watcher);
  }

  /** As it is now: telling one of them may change who watches. */
  get now(): readonly Watcher[] {
    return [...this.#watching];
  }
}
