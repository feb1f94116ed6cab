import type { DeviceId } from "../../../kernel/ids.ts";
import { maxIndexedKeys } from "../limits.ts";

/** The devices that have a key, each with the number of its series. */
export type DevicesWithKey = ReadonlyMap<DeviceId, number>;

/**
 * Which devices have a key, for the keys that somebody searched by; those asked for longest ago are given up. A key is
 * added little by little while devices come and go: what changes meanwhile is noted at once.
 */
export class KeyIndex {
  /** The Map's order is "longest unused first". */
  readonly #keys = new Map<string, { readonly devices: Map<DeviceId, number>; ready: Promise<void> }>();

  /** `fill` walks over everything there is. */
  async devicesWith(key: string, fill: (add: (device: DeviceId, id: number) => void) => Promise<void>) {
    const known = this.#keys.get(key) ?? this.#begin(fill);
    this.#keys.delete(key);
    this.#keys.set(key, known);
    if (this.#keys.size > maxIndexedKeys) this.#keys.delete(this.#keys.keys().next().value ?? "");
    await known.ready;
    return known.devices as DevicesWithKey;
  }

  #begin(fill: (add: (device: DeviceId, id: number) => void) => Promise<void>) {
    const devices = new Map<DeviceId, number>();
    return { devices, ready: fill((device, id) => devices.set(device, id)) };
  }

  added(device: DeviceId, key: string, id: number): void {
    this.#keys.get(key)?.devices.set(device, id);
  }

  removed(device: DeviceId, keys: Iterable<string>): void {
    if (this.#keys.size === 0) return;
    for (const key of keys) this.#keys.get(key)?.devices.delete(device);
  }
}
