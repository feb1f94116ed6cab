import { topics } from "@heliograph/contract/topics";
import type { QoS } from "../wire/packet-types.ts";
import type { Listening } from "./roster.ts";
import { matches } from "./topic-filter.ts";

export interface Subscription {
  readonly filter: string;
  /** What is granted: messages to devices go out with QoS 0 or 1. */
  readonly qos: 0 | 1;
  /** Version 5: told with every message that matched it [MQTT-3.3.4-3]. */
  readonly identifier: number | undefined;
}

export interface Audience {
  /** The highest of all that match: a message goes out once [MQTT-3.3.5-1]. */
  readonly qos: 0 | 1;
  readonly identifiers: readonly number[];
}

/** Filters a device may hold at once; its own topics need a handful. */
const subscriptionsAtMost = 100;

/** Calls differ in their number only. */
export const anyCall = `${topics.rpcRequest}0`;

const none: readonly Subscription[] = [];

export class Subscriptions {
  /** A handful at most: a list is smaller than a map and as fast. */
  #all: readonly Subscription[];

  constructor(kept: readonly Subscription[] = none) {
    this.#all = kept;
  }

  get all(): readonly Subscription[] {
    return this.#all;
  }

  get isFull(): boolean {
    return this.#all.length >= subscriptionsAtMost;
  }

  has(filter: string): boolean {
    return this.#all.some((subscription) => subscription.filter === filter);
  }

  /** A filter subscribed again replaces the subscription [MQTT-3.8.4-3]. */
  add(filter: string, requested: QoS, identifier: number | undefined): 0 | 1 {
    const qos = requested === 0 ? 0 : 1;
    this.#all = [...this.#without(filter), { filter, qos, identifier }];
    return qos;
  }

  remove(filter: string): boolean {
    const existed = this.has(filter);
    this.#all = this.#without(filter);
    return existed;
  }

  #without(filter: string): readonly Subscription[] {
    return this.#all.filter((subscription) => subscription.filter !== filter);
  }

  get listening(): Listening {
    return {
      attributes: this.audienceOf(topics.attributes) !== undefined,
      calls: this.audienceOf(anyCall) !== undefined,
    };
  }

  /** Who hears a message on this topic; undefined when nobody does. */
  audienceOf(topic: string): Audience | undefined {
    const matching = this.#all.filter(({ filter }) => matches(filter, topic));
    if (matching.length === 0) return undefined;
    return {
      qos: matching.some(({ qos }) => qos === 1) ? 1 : 0,
      identifiers: matching.flatMap(({ identifier }) => identifier ?? []),
    };
  }
}
