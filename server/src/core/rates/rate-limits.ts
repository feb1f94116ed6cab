import type { TenantId } from "../../kernel/ids.ts";
import { monotonicMs } from "../../kernel/time.ts";
import type { Device } from "../devices/index.ts";
import { stricter } from "../tenants/index.ts";
import { rateReached } from "./errors.ts";
import type { Excess, RateName, RateSettings } from "./excess.ts";
import { TokenBucket } from "./token-bucket.ts";

/** Limits tenants have beside those of the node: the stricter counts. */
export interface OwnRates {
  readonly isEmpty: boolean;
  of(tenant: TenantId): RateSettings;
}

const noOwnRates: OwnRates = {
  isEmpty: true,
  of: () => ({ deviceMessages: 0, devicePoints: 0, tenantMessages: 0, tenantPoints: 0 }),
};
const rateNames: readonly RateName[] = ["deviceMessages", "devicePoints", "tenantMessages", "tenantPoints"];

/** Per second, by whichever limit is the strictest; 0 is no limit. */
export interface Allowed {
  readonly messages: number;
  readonly points: number;
}

/** Who sends: a device, and whose it is. */
type Sender = Pick<Device, "id" | "tenantId">;

/** Counts what devices send. */
export interface RateMeter {
  readonly areOn: boolean;
  /** What this device may send at most. */
  allowed(device: Device): Allowed | Promise<Allowed>;
  /** Counts one message with its points; the longest wait, if there is one. */
  count(device: Device, points: number): Excess | undefined | Promise<Excess | undefined>;
}

/** Devices and tenants remembered; a bucket forgotten starts full. */
const bucketsAtMost = 200_000;

/**
 * What a device and a tenant may send. Over a connection nobody is told no: who sends too much is read later. A request
 * cannot be put off, and is refused as long as there is something to wait for.
 */
export class RateLimits implements RateMeter {
  readonly #settings: RateSettings;
  readonly #own: OwnRates;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #isLimited: boolean;
  readonly #clock: () => number;
  /** Told of each request that is refused. */
  onRefusal: (tenant: TenantId, excess: Excess) => void = () => undefined;

  constructor(settings: RateSettings, own = noOwnRates, clock = monotonicMs) {
    this.#clock = clock;
    this.#settings = settings;
    this.#own = own;
    this.#isLimited = rateNames.some((name) => settings[name] > 0);
  }

  get areOn(): boolean {
    return this.#isLimited || !this.#own.isEmpty;
  }

  /** Its tenant's limits are shared with others: more than those it cannot send either. */
  allowed({ tenantId }: Sender): Allowed {
    const own = this.#own.of(tenantId);
    return {
      messages: stricter(this.#limit("deviceMessages", own), this.#limit("tenantMessages", own)),
      points: stricter(this.#limit("devicePoints", own), this.#limit("tenantPoints", own)),
    };
  }

  /** Before a request is looked at; it is counted when it was stored [QTA1]. */
  requireRoom(device: Sender): void {
    if (!this.areOn) return;
    const excess = this.#take(device, { message: 0, points: 0 });
    if (!excess) return;
    this.onRefusal(device.tenantId, excess);
    throw rateReached(excess);
  }

  count(device: Sender, points: number): Excess | undefined {
    return this.#take(device, { message: 1, points });
  }

  #take(device: Sender, { message, points }: { readonly message: 0 | 1; readonly points: number }): Excess | undefined {
    const now = this.#clock();
    let worst: Excess | undefined;
    const own = this.#own.of(device.tenantId);
    for (const limit of rateNames) {
      const perSecond = this.#limit(limit, own);
      if (perSecond === 0) continue;
      const amount = limit.endsWith("Points") ? points : message;
      const waitMs = this.#bucket(limit, perSecond, device, now).take(amount, now);
      if (waitMs > (worst?.waitMs ?? 0)) worst = { waitMs, limit, perSecond };
    }
    return worst;
  }

  #limit(name: RateName, own: RateSettings): number {
    return stricter(this.#settings[name], own[name]);
  }

  /** A limit that was changed begins with a fresh bucket. */
  #bucket(limit: RateName, perSecond: number, device: Sender, now: number): TokenBucket {
    const key = `${limit} ${perSecond} ${limit.startsWith("device") ? device.id : device.tenantId}`;
    const known = this.#buckets.get(key);
    if (known) return known;
    const bucket = new TokenBucket(perSecond, now);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > bucketsAtMost) this.#buckets.delete(this.#buckets.keys().next().value ?? "");
    return bucket;
  }
}
