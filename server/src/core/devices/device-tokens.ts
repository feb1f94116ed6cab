import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EventBus } from "../events/index.ts";
import type { Device } from "./device.ts";
import type { DeviceStore } from "./device-store.ts";

/** Tokens remembered; a reconnect storm of more devices than this asks the store. */
const rememberedAtMost = 100_000;

/** Devices whose last token is known, for `recheck`. */
const givenAtMost = 1_000_000;

interface Known {
  readonly token: string;
  readonly device: Device;
}

/**
 * Which device a token belongs to, for every transport. Remembered, and forgotten in the same moment in which a
 * token is rotated or its device or tenant removed [DEV3, DEV4]; unknown tokens are never remembered.
 */
export class DeviceTokens {
  readonly #store: Pick<DeviceStore, "findByToken" | "tokensOf">;
  readonly #events: EventBus;
  /** The token each device showed last, connected or not. */
  readonly #given = new Map<DeviceId, { readonly tenantId: TenantId; readonly token: string }>();
  #isShared = false;
  #checking: Promise<void> | undefined;
  readonly #byToken = new Map<string, Device>();
  readonly #tokenOf = new Map<DeviceId, Known>();
  /** Counts changes: an answer of the store that was asked before one may be out of date. */
  #changes = 0;

  constructor(store: Pick<DeviceStore, "findByToken" | "tokensOf">, events: EventBus) {
    [this.#store, this.#events] = [store, events];
    events.subscribe("events-missed", () => this.#forgetAll());
    events.subscribe("device-token-changed", ({ deviceId }) => this.#forget(deviceId));
    events.subscribe("device-updated", ({ deviceId }) => this.#forget(deviceId));
    events.subscribe("device-removed", ({ deviceId }) => this.#forget(deviceId));
    events.subscribe("device-type-changed", ({ tenantId }) => this.#forgetTenant(tenantId));
    events.subscribe("tenant-removed", ({ tenantId }) => this.#forgetTenant(tenantId));
  }

  /** The device, when the answer needs no asking. */
  recall(token: string): Device | undefined {
    return this.#byToken.get(token);
  }

  async find(token: string): Promise<Device | undefined> {
    const known = this.#byToken.get(token);
    if (known) return known;
    if (token.includes("\0")) return undefined; // nobody's, and a question that PostgreSQL does not even take
    const asked = this.#changes;
    const device = await this.#store.findByToken(token);
    if (device && asked === this.#changes) this.#remember(token, device);
    return device;
  }

  /** Other nodes change tokens, too: from now on those that devices show are kept in mind. */
  share(): void {
    this.#isShared = true;
    this.#events.subscribe("events-missed", () => void this.recheck().catch(() => undefined)); // and again with the next
  }

  /**
   * Other nodes may have changed tokens without this one having heard of it: whoever is connected with one that does not count
   * any more is told as usual [CLU2]. One look at a time.
   */
  recheck(): Promise<void> {
    this.#checking ??= this.#recheck().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #recheck(): Promise<void> {
    const given = [...this.#given];
    const now = await this.#store.tokensOf(given.map(([id]) => id));
    for (const [deviceId, { tenantId, token }] of given) {
      const current = now.get(deviceId);
      if (current === token || this.#given.get(deviceId)?.token !== token) continue;
      this.#given.delete(deviceId);
      const name = current === undefined ? "device-removed" : "device-token-changed";
      this.#events.publish(name, { tenantId, deviceId, token });
    }
  }

  #forgetAll(): void {
    this.#changes++;
    this.#byToken.clear();
    this.#tokenOf.clear();
  }

  #remember(token: string, device: Device): void {
    this.#byToken.set(token, device);
    this.#tokenOf.set(device.id, { token, device });
    if (this.#isShared && this.#given.size < givenAtMost)
      this.#given.set(device.id, { token, tenantId: device.tenantId });
    if (this.#tokenOf.size <= rememberedAtMost) return;
    const oldest = this.#tokenOf.keys().next();
    if (!oldest.done) this.#drop(oldest.value);
  }

  #forget(id: DeviceId): void {
    this.#changes++;
    this.#drop(id);
  }

  #forgetTenant(tenant: TenantId): void {
    this.#changes++;
    for (const [id, { device }] of this.#tokenOf) if (device.tenantId === tenant) this.#drop(id);
  }

  #drop(id: DeviceId): void {
    const known = this.#tokenOf.get(id);
    if (known) this.#byToken.delete(known.token);
    this.#tokenOf.delete(id);
  }
}
