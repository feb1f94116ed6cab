import type { Device } from "../../../core/devices/index.ts";
import { TokenBucket } from "./token-bucket.ts";

/** Per second; 0 is no limit [MQ9]. */
export interface RateSettings {
  readonly deviceMessages: number;
  readonly devicePoints: number;
  readonly tenantMessages: number;
  readonly tenantPoints: number;
}

export type RateName = keyof RateSettings;

export interface Excess {
  /** How long not to read. */
  readonly waitMs: number;
  readonly limit: RateName;
}

/** Devices and tenants remembered; a bucket forgotten starts full. */
const bucketsAtMost = 200_000;

/** What a device and a tenant may send. Nobody is told no here: who sends too much is read later. */
export class RateLimits {
  readonly #settings: RateSettings;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #limited: readonly RateName[];

  constructor(settings: RateSettings) {
    this.#settings = settings;
    const names: RateName[] = ["deviceMessages", "devicePoints", "tenantMessages", "tenantPoints"];
    this.#limited = names.filter((name) => settings[name] > 0);
  }

  get areOn(): boolean {
    return this.#limited.length > 0;
  }

  perSecond(name: RateName): number {
    return this.#settings[name];
  }

  /** Counts one message with its points; the longest wait, if there is one. */
  count(device: Device, points: number, now: number): Excess | undefined {
    let worst: Excess | undefined;
    for (const limit of this.#limited) {
      const amount = limit.endsWith("Points") ? points : 1;
      const waitMs = this.#bucket(limit, device, now).take(amount, now);
      if (waitMs > (worst?.waitMs ?? 0)) worst = { waitMs, limit };
    }
    return worst;
  }

  #bucket(limit: RateName, device: Device, now: number): TokenBucket {
    const key = `${limit} ${limit.startsWith("device") ? device.id : device.tenantId}`;
    const known = this.#buckets.get(key);
    if (known) return known;
    const bucket = new TokenBucket(this.#settings[limit], now);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > bucketsAtMost) this.#buckets.delete(this.#buckets.keys().next().value ?? "");
    return bucket;
  }
}
