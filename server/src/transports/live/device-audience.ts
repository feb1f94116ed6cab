import type { DeviceId } from "../../kernel/ids.ts";
import type { Subscription } from "./subscription.ts";

/** Who watches which device. */
export class DeviceAudience {
  readonly #watching = new Map<DeviceId, Set<Subscription>>();

  add(subscription: Subscription): void {
    const watching = this.#watching.get(subscription.deviceId) ?? new Set();
    this.#watching.set(subscription.deviceId, watching);
    watching.add(subscription);
  }

  remove(subscription: Subscription): void {
    const watching = this.#watching.get(subscription.deviceId);
    watching?.delete(subscription);
    if (watching?.size === 0) this.#watching.delete(subscription.deviceId);
  }

  /** As it is now: telling one of them may change who watches. */
  of(device: DeviceId): readonly Subscription[] {
    return [...(this.#watching.get(device) ?? [])];
  }
}
