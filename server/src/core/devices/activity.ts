import { ClockSteps, isClockStep } from "../../kernel/clock-steps.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, epochMs, monotonicMs } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import type { Device, DeviceWithActivity } from "./device.ts";
import type { Contact, DeviceStore, StoredDevice } from "./device-store.ts";

interface Watch {
  readonly tenantId: TenantId;
  readonly timeoutMs: number;
  /** By the monotonic clock: how long ago it was stays true when the wall clock is set [RUN12]. */
  seenAt: number;
  /** What the wall clock said then. */
  time: EpochMs;
}

/** Whether the node takes points: who sends none then may well have tried. */
interface Hearing {
  readonly isOpen: boolean;
}
const alwaysHears: Hearing = { isOpen: true };

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
  readonly #monotonic: () => number;
  readonly #steps: ClockSteps;
  readonly #hearing: Hearing;
  /** Until when nobody could be heard, by the monotonic clock: silence that nobody listened to is none [RUL3]. */
  #deafUntil = Number.NEGATIVE_INFINITY;
  /** The devices that are active now. */
  readonly #active = new Map<DeviceId, Watch>();
  /** Contacts and silences not in the store yet. */
  #unsaved = new Map<DeviceId, Contact>();
  #saving: Promise<void> = Promise.resolve();
  /** Where several nodes hear devices: whose silence is this one's to find. */
  #isOurs: ((device: DeviceId) => boolean) | undefined;
  /** Heard by another node, and ours to watch. */
  #toLearn = new Set<DeviceId>();

  constructor(
    store: DeviceStore,
    events: EventBus,
    timeoutMs: number,
    clock: Clock,
    monotonic = monotonicMs,
    hearing = alwaysHears,
  ) {
    this.#store = store;
    this.#events = events;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#monotonic = monotonic;
    this.#steps = new ClockSteps(clock, monotonic);
    this.#hearing = hearing;
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
    await this.#store.capActivity(this.#clock()); // what an excursion of the clock left in the future
    for await (const devices of this.#store.announcedActive()) {
      for (const device of devices) this.#watchStored(device);
    }
  }

  /** From now on other nodes hear devices, too: one finds out that a device is silent, from what all of them stored [CLU2]. */
  share(isOurs: (device: DeviceId) => boolean): void {
    this.#isOurs = isOurs;
    this.#events.subscribe("device-activity", ({ deviceId, active }) => {
      if (active && !this.#active.has(deviceId) && isOurs(deviceId)) this.#toLearn.add(deviceId);
    });
  }

  /** Those that became ours, or of which nothing was heard. */
  async learn(): Promise<void> {
    for await (const devices of this.#store.announcedActive())
      for (const { id } of devices) if (!this.#active.has(id) && this.#isOurs?.(id)) this.#toLearn.add(id);
  }

  async #learnHeard(): Promise<void> {
    if (this.#toLearn.size === 0) return;
    const heard = [...this.#toLearn];
    this.#toLearn = new Set();
    for (const device of await this.#store.some(heard)) if (!this.#active.has(device.id)) this.#watchStored(device);
  }

  #watchStored(device: StoredDevice): void {
    if (device.lastActivityTime !== null)
      this.#watch(device, this.#instantOf(device.lastActivityTime), device.lastActivityTime);
  }

  /** A device made contact. */
  seen(device: Seen): void {
    const now = this.#clock();
    this.#unsaved.set(device.id, { time: now, active: true });
    const watch = this.#active.get(device.id);
    if (watch) {
      watch.seenAt = this.#monotonic();
      watch.time = now;
      return;
    }
    this.#watch(device, this.#monotonic(), now);
    this.#publish(device.id, device.tenantId, true, now);
  }

  /** The device's timeout may have changed. */
  updated(device: Seen): void {
    const watch = this.#active.get(device.id);
    if (watch) this.#watch(device, watch.seenAt, watch.time);
  }

  removed(id: DeviceId): void {
    this.#active.delete(id);
    this.#unsaved.delete(id);
  }

  tenantRemoved(tenant: TenantId): void {
    for (const [id, watch] of this.#active) if (watch.tenantId === tenant) this.removed(id);
  }

  /**
   * What the store says, corrected by what it does not know yet; another node may have stored a later contact. Never
   * later than now, whatever the clock did meanwhile [RUN12].
   */
  describe(device: StoredDevice): DeviceWithActivity {
    const now = this.#clock();
    const watch = this.#active.get(device.id);
    const last = latest(
      [watch ? this.#timeOf(watch) : this.#unsaved.get(device.id)?.time, device.lastActivityTime ?? undefined],
      now,
    );
    const timeoutMs = device.inactivityTimeoutMs ?? this.#timeoutMs;
    return { ...device, lastActivityTime: last, active: last !== null && last > now - timeoutMs };
  }

  /** Finds the devices that fell silent. To be called once a second, whatever else hangs: that nobody can be heard is seen here. */
  sweep(): void {
    const now = this.#monotonic();
    if (!this.#hearing.isOpen) this.#deafUntil = now;
    const unheard: DeviceId[] = [];
    for (const [id, watch] of this.#active) {
      if (Math.max(watch.seenAt, this.#deafUntil) > now - watch.timeoutMs) continue;
      if (this.#isOurs?.(id)) unheard.push(id);
      else if (this.#isOurs)
        this.#active.delete(id); // another node finds out, and may have heard it since
      else this.#silent(id, watch);
    }
    if (unheard.length > 0) this.#saving = this.#saving.catch(() => undefined).then(() => this.#confirm(unheard));
  }

  /** Of ours that this node has not heard: the others may have. */
  async #confirm(unheard: readonly DeviceId[]): Promise<void> {
    for (const device of await this.#store.some(unheard)) {
      const watch = this.#active.get(device.id);
      if (!watch) continue;
      if (device.lastActivityTime !== null && device.lastActivityTime > watch.time) this.#watchStored(device);
      const { seenAt, timeoutMs } = this.#active.get(device.id) ?? watch;
      if (Math.max(seenAt, this.#deafUntil) <= this.#monotonic() - timeoutMs) this.#silent(device.id, watch);
    }
  }

  #silent(id: DeviceId, watch: Watch): void {
    const last = this.#timeOf(watch);
    this.#active.delete(id);
    this.#unsaved.set(id, { time: last, active: false });
    this.#publish(id, watch.tenantId, false, last);
  }

  /** Resolves when every contact until now is in the store; a failed save keeps them for the next one. */
  flush(): Promise<void> {
    const saving = this.#saving.catch(() => undefined).then(() => this.#save());
    this.#saving = saving;
    return saving;
  }

  async #save(): Promise<void> {
    await this.#followClock();
    await this.#learnHeard();
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

  /** The clock was set back: what was recorded before is not later than now, in memory and in the store [RUN12]. */
  async #followClock(): Promise<void> {
    if (this.#steps.take() >= 0) return;
    const now = this.#clock();
    for (const [id, { time, active }] of this.#unsaved) if (time > now) this.#unsaved.set(id, { time: now, active });
    await this.#store.capActivity(now);
  }

  #watch(device: Seen, seenAt: number, time: EpochMs): void {
    const timeoutMs = device.inactivityTimeoutMs ?? this.#timeoutMs;
    this.#active.set(device.id, { tenantId: device.tenantId, timeoutMs, seenAt, time });
  }

  /** As it was told, to the millisecond; by the clock as it goes now where somebody set it since [RUN12]. */
  #timeOf({ seenAt, time }: Watch): EpochMs {
    const byNow = epochMs(Math.round(this.#clock() - (this.#monotonic() - seenAt)));
    return isClockStep(byNow - time) ? byNow : time;
  }

  #instantOf(time: EpochMs): number {
    return this.#monotonic() - Math.max(0, this.#clock() - time);
  }

  #publish(deviceId: DeviceId, tenantId: TenantId, active: boolean, lastActivityTime: EpochMs): void {
    this.#events.publish("device-activity", { tenantId, deviceId, active, lastActivityTime });
  }
}

const latest = (times: readonly (EpochMs | undefined)[], now: EpochMs): EpochMs | null =>
  times.reduce<EpochMs | null>((found, time) => {
    const capped = time === undefined || time <= now ? time : now;
    return capped !== undefined && (found === null || capped > found) ? capped : found;
  }, null);
