import type { Device } from "../../../core/devices/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { ProtocolVersion } from "../wire/packet-types.ts";

/** What a device wants to be said when it goes without a word. */
export interface DueWill {
  readonly device: Device;
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly version: ProtocolVersion;
  /** When the connection was last heard of: a will that comes later must not hide what a newer one sent [MQ7]. */
  readonly time: EpochMs | undefined;
}

export interface WillTimers {
  /** Published after the delay, unless the key is cancelled or scheduled anew before. */
  schedule(key: string, delayMs: number, will: DueWill): void;
  /** The device is back in the same session [5.0: MQTT-3.1.3-9]. */
  cancel(key: string): void;
}

/** How many wills may wait at once; beyond that they are published without their delay [REL2]. */
export interface WillLimits {
  readonly atMost: number;
  readonly bytes: number;
  /** Beyond, a device's longest waiting will is published without the rest of its delay. */
  readonly perDevice: number;
}

/** What is kept of a will beside its payload. */
const bytesPerWill = 256;
/** A timer cannot be set to more: it would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

interface Waiting {
  readonly will: DueWill;
  timer: NodeJS.Timeout;
}

const bytesOf = ({ topic, payload }: DueWill): number => bytesPerWill + topic.length + payload.length;

/** Wills with a delay (5.0 §3.1.3.2.2): published later, or never if the device comes back before. */
export class Wills implements WillTimers {
  readonly #store: (will: DueWill) => unknown;
  readonly #limits: WillLimits;
  readonly #publishing = new Set<unknown>();
  readonly #waiting = new Map<string, Waiting>();
  /** Keys in the order in which they began to wait. */
  readonly #keysOf = new Map<DeviceId, Set<string>>();
  #bytes = 0;

  /** `store` may take its time, and never fails. */
  constructor(store: (will: DueWill) => unknown, limits: WillLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  schedule(key: string, delayMs: number, will: DueWill): void {
    this.cancel(key);
    if (delayMs <= 0 || !this.#hasRoom(will)) {
      this.#publish(will);
      return;
    }
    this.#makeRoom(will.device.id);
    this.#add(key, { will, timer: this.#timer(key, delayMs) });
  }

  cancel(key: string): void {
    this.#take(key);
  }

  /** The device is gone: nothing more is stored in its name [DEV3]. */
  cancelDevice(device: DeviceId): void {
    for (const key of [...(this.#keysOf.get(device) ?? [])]) this.cancel(key);
  }

  cancelTenant(tenant: TenantId): void {
    for (const [key, { will }] of this.#waiting) if (will.device.tenantId === tenant) this.cancel(key);
  }

  /** The node stops: what still waits is not published. */
  stop(): void {
    for (const key of this.#waiting.keys()) this.cancel(key);
  }

  /** Resolves when what is being published is stored: the store may be closed then. */
  async published(): Promise<void> {
    await Promise.all(this.#publishing);
  }

  #publish(will: DueWill): void {
    const stored = Promise.resolve(this.#store(will)).finally(() => this.#publishing.delete(stored));
    this.#publishing.add(stored);
  }

  #hasRoom(will: DueWill): boolean {
    const { atMost, bytes } = this.#limits;
    return this.#waiting.size < atMost && this.#bytes + bytesOf(will) <= bytes;
  }

  #makeRoom(device: DeviceId): void {
    const keys = this.#keysOf.get(device);
    const oldest = keys?.values().next();
    if (keys && keys.size >= this.#limits.perDevice && oldest && !oldest.done) this.#due(oldest.value);
  }

  #timer(key: string, leftMs: number): NodeJS.Timeout {
    const waitMs = Math.min(leftMs, longestTimerMs);
    return setTimeout(() => this.#elapsed(key, leftMs - waitMs), waitMs).unref();
  }

  #elapsed(key: string, leftMs: number): void {
    const waiting = this.#waiting.get(key);
    if (waiting && leftMs > 0) waiting.timer = this.#timer(key, leftMs);
    else this.#due(key);
  }

  #due(key: string): void {
    const will = this.#take(key);
    if (will) this.#publish(will);
  }

  #add(key: string, waiting: Waiting): void {
    const { will } = waiting;
    this.#waiting.set(key, waiting);
    this.#bytes += bytesOf(will);
    const keys = this.#keysOf.get(will.device.id);
    if (keys) keys.add(key);
    else this.#keysOf.set(will.device.id, new Set([key]));
  }

  #take(key: string): DueWill | undefined {
    const waiting = this.#waiting.get(key);
    if (!waiting) return undefined;
    const { will, timer } = waiting;
    clearTimeout(timer);
    this.#waiting.delete(key);
    this.#bytes -= bytesOf(will);
    const keys = this.#keysOf.get(will.device.id);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(will.device.id);
    return will;
  }
}
