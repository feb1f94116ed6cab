import type { MqttSessionId } from "../../../kernel/ids.ts";

/** QoS 2 messages that are on their way into the store, by session: until one has arrived, its repetition would be a new one [MQ7]. */
export class MessagesUnderWay {
  readonly #stored = new Map<MqttSessionId, Set<Promise<void>>>();

  /** One is being stored; the result is the same. */
  add(session: MqttSessionId, stored: Promise<void>): Promise<void> {
    const all = this.#stored.get(session) ?? new Set();
    this.#stored.set(session, all.add(stored));
    return stored.finally(() => {
      all.delete(stored);
      if (all.size === 0) this.#stored.delete(session);
    });
  }

  /** Undefined: there is none. */
  settled(session: MqttSessionId): Promise<void> | undefined {
    const all = this.#stored.get(session);
    return all && Promise.allSettled(all).then(() => undefined);
  }
}
