import type { EventBus, Events } from "../../core/events/index.ts";

type Listener = (event: never) => void;

/** Events within one process, delivered at once and in order. */
export class LocalBus implements EventBus {
  readonly #listeners = new Map<keyof Events, Set<Listener>>();
  readonly #onError: (error: unknown, event: keyof Events) => void;

  constructor(onError: (error: unknown, event: keyof Events) => void) {
    this.#onError = onError;
  }

  publish<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as (event: Events[Name]) => void)(event);
      } catch (error) {
        this.#onError(error, name);
      }
    }
  }

  subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as Listener);
    return () => listeners.delete(listener as Listener);
  }
}
