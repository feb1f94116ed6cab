import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import type { Device, DeviceWithActivity } from "./device.ts";
import type { Contact, DeviceStore, StoredDevice } from "./device-store.ts";

interface Watch {
  readonly tenantId: TenantId;
  readonly timeoutMs: number;
  last: EpochMs;
}

type Seen = Pick<Device, "id" | "tenantId" | "inactivityTimeoutMs">;

/**
 * When each device was last heard of, over any transport [DEV5]. `seen` only writes to memory; `flush` brings
 * the contacts to the store, `sweep` finds those that fell silent. Whoever composes the node calls both now and
 * then.
 */
export class DeviceActivity {
  readonly #store: DeviceStore;
  readonly #events: EventBus;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  /** The devices that are active now. */
  readonly #active = new Map<DeviceId, Watch>();
  /** Contacts and silences not in the store yet. */
  #unsaved = new Map<DeviceId, Contact>();
  #saving: Promise<void> = Promise.resolve();

  constructor(store: DeviceStore, events: EventBus, timeoutMs: number, clock: Clock) {
    this.#store = store;
    this.#events = events;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  /** The timeout of devices that have none of their own. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /**
   * Takes up the watch where the last run left it: whoever was announced active and is silent by now, whether the
   * timeout passed before or after the start, is found by the next `sweep`.
   */
  async start(): Promise<void> {
    for await (const devices of this.#store.announcedActive()) {
      for (const device of devices) if (device.lastActivityTime !== null) this.#watch(device, device.lastActivityTime);
    }
  }

  /** A device made contact. */
  seen(device: Seen): void {
    const now = this.#clock();
    this.#unsaved.set(device.id, { time: now, active: true });
    const watch = this.#active.get(device.id);
    if (watch) {
      watch.last = now;
      return;
    }
    this.#watch(device, now);
    this.#publish(device.id, device.tenantId, true, now);
  }

  /** The device's timeout may have changed. */
  updated(device: Seen): void {
    const watch = this.#active.get(device.id);
    if (watch) this.#watch(device, watch.last);
  }

  removed(id: DeviceId): void {
    this.#active.delete(id);
    this.#unsaved.delete(id);
  }

  tenantRemoved(tenant: TenantId): void {
    for (const [id, watch] of this.#active) if (watch.tenantId === tenant) this.removed(id);
  }

  /** What the store says, corrected by what it does not know yet; another node may have stored a later contact. */
  describe(device: StoredDevice): DeviceWithActivity {
    const last = latest([
      this.#unsaved.get(device.id)?.time,
      this.#active.get(device.id)?.last,
      device.lastActivityTime ?? undefined,
    ]);
    const timeoutMs = device.inactivityTimeoutMs ?? this.#timeoutMs;
    return { ...device, lastActivityTime: last, active: last !== null && last > this.#clock() - timeoutMs };
  }

  /** Finds the devices that fell silent. */
  sweep(): void {
    const now = this.#clock();
    for (const [id, watch] of this.#active) {
      if (watch.last > now - watch.timeoutMs) continue;
      this.#active.delete(id);
      this.#unsaved.set(id, { time: watch.last, active: false });
      this.#publish(id, watch.tenantId, false, watch.last);
    }
  }

  /** Resolves when every contact until now is in the store; a failed save keeps them for the next one. */
  flush(): Promise<void> {
    const saving = this.#saving.catch(() => undefined).then(() => this.#save());
    this.#saving = saving;
    return saving;
  }

  async #save(): Promise<void> {
    const contacts = this.#unsaved;
    if (contacts.size === 0) return;
    this.#unsaved = new Map();
    try {
      await this.#store.recordActivity(contacts);
    } catch (error) {
      this.#unsaved = new Map([...contacts, ...this.#unsaved]);
      throw error;
    }
  }

  #watch(device: Seen, last: EpochMs): void {
    const timeoutMs = device.inactivityTimeoutMs ?? this.#timeoutMs;
    this.#active.set(device.id, { tenantId: device.tenantId, timeoutMs, last });
  }

  #publish(deviceId: DeviceId, tenantId: TenantId, active: boolean, lastActivityTime: EpochMs): void {
    this.#events.publish("device-activity", { tenantId, deviceId, active, lastActivityTime });
  }
}

const latest = (times: readonly (EpochMs | undefined)[]): EpochMs | null =>
  times.reduce<EpochMs | null>(
    (found, time) => (time !== undefined && (found === null || time > found) ? time : found),
    null,
  );
