import type { EventBus, Events } from "../events/index.ts";
import type { Transactions } from "./transactions.ts";

/** Nobody hears of a change that is not stored yet: who then looks for it would not find it. */
export class EventsAfterCommit implements EventBus {
  readonly #bus: EventBus;
  readonly #transactions: Transactions;

  constructor(bus: EventBus, transactions: Transactions) {
    this.#bus = bus;
    this.#transactions = transactions;
  }

  publish<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    this.#transactions.afterCommit(() => this.#bus.publish(name, event));
  }

  subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    return this.#bus.subscribe(name, listener);
  }
}
