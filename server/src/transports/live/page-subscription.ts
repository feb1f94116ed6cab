import type { WatchedDevices } from "../../core/dashboard-data/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { DeviceWatcher } from "./device-audience.ts";
import { tooManyDevices } from "./errors.ts";
import type { KeyBudget } from "./key-budget.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { type DeviceTold, PageDevice } from "./page-device.ts";
import { pageFrame, type SampleChange } from "./server-frame.ts";
import type { LiveSources } from "./subscription.ts";
import { TelemetryWatch } from "./telemetry-watch.ts";
import { ToldSubscription } from "./told-subscription.ts";

export interface PageReader {
  /** What the page shows, for this reader at this moment; throws when nothing of it is theirs any more. */
  readonly choose: () => Promise<WatchedDevices>;
  /** How a device is called by its id. */
  readonly idOf: (device: DeviceId) => string;
  readonly budget: KeyBudget;
  readonly maxDevices: number;
  readonly onNews: (subscription: LiveSubscription) => void;
  watch(device: DeviceWatcher): void;
  unwatch(device: DeviceWatcher): void;
}

/** Devices that are read at once. */
const readsAtOnce = 8;

/**
 * The newest values of everything a page shows, as one subscription [DSH4]. Which devices these are is decided here, and
 * again whenever it may be another answer: nothing is told before that. What waits for a slow reader is the newest value
 * of each key, so it is bounded by the keys a connection watches.
 */
export class PageSubscription extends ToldSubscription implements DeviceTold {
  readonly #reader: PageReader;
  readonly #sources: Pick<LiveSources, "telemetryStore" | "telemetryFeed">;
  readonly #devices = new Map<DeviceId, PageDevice>();
  readonly #touched = new Set<PageDevice>();
  /** They left, and the reader does not know. */
  readonly #left = new Set<DeviceId>();
  #choiceIsDue = true;
  #isFixed = false;
  #notBefore: number = Number.NEGATIVE_INFINITY;
  #isFirst = true;

  constructor(id: number, sources: Pick<LiveSources, "telemetryStore" | "telemetryFeed">, reader: PageReader) {
    super(id, reader.onNews);
    this.#sources = sources;
    this.#reader = reader;
  }

  override recheck(isOther = true): void {
    if (!isOther) return;
    this.#choiceIsDue = true;
    this.tell();
  }

  /** Others may have joined by themselves. */
  lookForOthers(): void {
    if (!this.#isFixed && !this.isOver) this.recheck();
  }

  news(device: PageDevice): void {
    this.#touched.add(device);
    this.tell();
  }

  unsure(): void {
    this.recheck();
  }

  failed(error: unknown): void {
    this.end(error);
  }

  protected override async nextFrame(): Promise<string | undefined> {
    await this.#choose();
    const read = await this.#read();
    await this.#choose(); // it may be another answer by now
    if (this.isOver) return undefined;
    const told = read.filter(([device]) => this.#devices.get(device.deviceId) === device);
    const left = [...this.#left].filter((id) => !this.#devices.has(id));
    this.#left.clear();
    const type = this.#isFirst ? "state" : "change";
    this.#isFirst = false;
    if (type === "change" && told.length + left.length === 0) return undefined;
    const { idOf } = this.#reader;
    return pageFrame(type, this.id, [
      ...told.map(([device, changes]) => [idOf(device.deviceId), changes.filter(this.#isTold)] as const),
      ...(type === "change" ? left.map((id) => [idOf(id), undefined] as const) : []),
    ]);
  }

  readonly #isTold = ([, sample]: SampleChange): boolean => !sample || sample.ts >= this.#notBefore;

  async #read(): Promise<readonly (readonly [PageDevice, readonly SampleChange[]])[]> {
    const touched = [...this.#touched];
    this.#touched.clear();
    const read: (readonly [PageDevice, readonly SampleChange[]])[] = [];
    for (let at = 0; at < touched.length; at += readsAtOnce) {
      const some = touched.slice(at, at + readsAtOnce).map(async (device) => [device, await device.take()] as const);
      for (const [device, changes] of await Promise.all(some)) if (changes) read.push([device, changes]);
    }
    return read;
  }

  async #choose(): Promise<void> {
    while (this.#choiceIsDue && !this.isOver) {
      this.#choiceIsDue = false;
      const { devices, isFixed, notBefore } = await this.#reader.choose();
      if (devices.size > this.#reader.maxDevices) throw tooManyDevices(devices.size, this.#reader.maxDevices);
      this.#isFixed = isFixed;
      this.#notBefore = notBefore ?? Number.NEGATIVE_INFINITY;
      if (!this.isOver) this.#become(devices);
    }
  }

  #become(chosen: WatchedDevices["devices"]): void {
    for (const device of [...this.#devices.values()]) {
      const keys = chosen.get(device.deviceId);
      if (!keys) this.#left.add(device.deviceId);
      if (!keys || !isSame(keys, device.keys)) this.#drop(device);
    }
    for (const [id, keys] of chosen) if (!this.#devices.has(id)) this.#add(id, keys);
  }

  #add(id: DeviceId, keys: ReadonlySet<string>): void {
    const { telemetryStore, telemetryFeed } = this.#sources;
    const watch = new TelemetryWatch(telemetryStore, id, [...keys], this.#reader.budget);
    const device = new PageDevice(id, keys, watch, this);
    this.#devices.set(id, device);
    this.#reader.watch(device);
    device.start(telemetryFeed);
  }

  #drop(device: PageDevice): void {
    this.#devices.delete(device.deviceId);
    this.#touched.delete(device);
    this.#reader.unwatch(device);
    device.stop();
  }

  protected override release(): void {
    for (const device of [...this.#devices.values()]) this.#drop(device);
  }
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((key) => other.has(key));
