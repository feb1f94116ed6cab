import type { TenantId } from "../../kernel/ids.ts";
import { monotonicMs } from "../../kernel/time.ts";

/** What is told is the mean of so many whole seconds. */
const seconds = 10;

interface Second {
  second: number;
  messages: number;
  points: number;
}

/** What devices of tenants send at the moment [QTA1]. Costs a look-up and two additions per message. */
export class TenantTraffic {
  readonly #tenants = new Map<TenantId, Second[]>();
  readonly #clock: () => number;

  constructor(clock: () => number = monotonicMs) {
    this.#clock = clock;
  }

  /** A message with so many points. */
  count(tenant: TenantId, points: number): void {
    const slot = this.#slotNow(tenant);
    slot.messages++;
    slot.points += points;
  }

  /** Per second. */
  of(tenant: TenantId): { readonly messages: number; readonly points: number } {
    const now = this.#second();
    const recent = (this.#tenants.get(tenant) ?? []).filter(({ second }) => second < now && second >= now - seconds);
    const sumOf = (what: "messages" | "points") => recent.reduce((sum, one) => sum + one[what], 0) / seconds;
    return { messages: sumOf("messages"), points: sumOf("points") };
  }

  tenants(): Iterable<TenantId> {
    return this.#tenants.keys();
  }

  forget(tenant: TenantId): void {
    this.#tenants.delete(tenant);
  }

  #slotNow(tenant: TenantId): Second {
    const second = this.#second();
    const slots = this.#tenants.get(tenant) ?? [];
    if (slots.length === 0) this.#tenants.set(tenant, slots);
    const index = second % (seconds + 1);
    const slot = slots[index];
    if (slot?.second === second) return slot;
    for (let at = slots.length; at < index; at++) slots.push({ second: -1, messages: 0, points: 0 });
    const fresh = { second, messages: 0, points: 0 };
    slots[index] = fresh;
    return fresh;
  }

  #second(): number {
    return Math.floor(this.#clock() / 1_000);
  }
}
