import { setImmediate as nextTurn } from "node:timers/promises";
import type { KeySelection } from "../../../core/telemetry/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { storeFull, tooManyKeys } from "../errors.ts";
import { latestPerTurn, maxSeriesPerDevice } from "../limits.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";
import { type DevicesWithKey, KeyIndex } from "./key-index.ts";
import { SeriesNumbers } from "./series-numbers.ts";
import { SeriesQuota } from "./series-quota.ts";
import type { ShardsHere } from "./shards-here.ts";

/** The keys of one device and the numbers of their series. */
export type DeviceKeys = ReadonlyMap<string, number>;

const noKeys: DeviceKeys = new Map();

/** The same, and whose device it is; after a start that is learned little by little. */
class OwnedKeys extends Map<string, number> {
  owner: TenantId | undefined;
}

/** Whose series a number stands for. */
export interface SeriesName {
  readonly device: DeviceId;
  readonly key: string;
}
export type SeriesNames = ReadonlyMap<number, SeriesName>;

/** Which series there are. The main thread gives the numbers; a commit stores those that are not yet on disk. */
export class SeriesDirectory {
  readonly #devices = new Map<string, OwnedKeys>();
  readonly #undurable = new Map<number, SeriesDefinition>();
  /** One copy of each key name, however many devices use it. */
  readonly #names = new Map<string, string>();
  readonly #maxSeries: number;
  readonly #numbers: SeriesNumbers;
  readonly #searched = new KeyIndex();
  readonly quota = new SeriesQuota();

  /** Where a member of a cluster has some of the devices only; undefined where all are here. */
  readonly here: ShardsHere | undefined;

  constructor(maxSeries: number, here?: ShardsHere) {
    this.#maxSeries = maxSeries;
    this.here = here;
    this.#numbers = new SeriesNumbers(maxSeries, here?.classes.count);
  }

  keysOf(device: DeviceId): DeviceKeys {
    return this.#devices.get(device) ?? noKeys;
  }

  /** As `keysOf`; throws when the device is another member's. */
  keysHere(device: DeviceId): DeviceKeys {
    this.shardsOf(device);
    return this.keysOf(device);
  }

  /** Where a member has some of the shards only: the one of the device. Throws when that is another's. */
  shardsOf(device: DeviceId): readonly number[] {
    return this.here ? [this.here.require(device)] : [];
  }

  /** The keys somebody asks for, of those that there are. */
  selected(device: DeviceId, keys: KeySelection): Iterable<readonly [string, number]> {
    const known = this.keysHere(device);
    if (keys === "all") return known;
    return [...new Set(keys.only)].flatMap((key) => {
      const series = known.get(key);
      return series === undefined ? [] : [[key, series] as const];
    });
  }

  /** The devices that have a key; made when it is first asked for. */
  devicesWith(key: string): Promise<DevicesWithKey> {
    return this.#searched.devicesWith(key, async (add) => {
      let seen = 0;
      for (const [device, keys] of this.#devices) {
        const id = keys.get(key);
        if (id !== undefined) add(device as DeviceId, id);
        if (++seen % latestPerTurn === 0) await nextTurn();
      }
    });
  }

  /** The keys of each device that is a tenant's or, as far as is known, may be. */
  *devicesOf(tenant: TenantId): Generator<readonly [DeviceId, DeviceKeys]> {
    for (const [device, keys] of this.#devices)
      if (keys.owner === undefined || keys.owner === tenant) yield [device as DeviceId, keys];
  }

  /** Whose device it is, as far as it is known. */
  ownerOf(device: DeviceId): TenantId | undefined {
    return this.#devices.get(device)?.owner;
  }

  /** The keys of a device, to be added to. */
  ensureDevice(device: DeviceId, owner: TenantId | undefined): DeviceKeys {
    const keys = this.#ensure(device);
    if (owner !== undefined && keys.owner !== owner) this.#give(keys, owner);
    return keys;
  }

  /** Whose devices these are: those that have series count for their tenant from now on. */
  ownedBy(devices: readonly DeviceId[], owner: TenantId): void {
    for (const device of devices) {
      const keys = this.#devices.get(device);
      if (keys && keys.owner !== owner) this.#give(keys, owner);
    }
  }

  #give(keys: OwnedKeys, owner: TenantId): void {
    if (keys.owner !== undefined) this.quota.add(keys.owner, -keys.size);
    this.quota.add(owner, keys.size);
    keys.owner = owner;
  }

  #count(keys: OwnedKeys, series: number): void {
    if (keys.owner !== undefined) this.quota.add(keys.owner, series);
  }

  #ensure(device: string): OwnedKeys {
    const known = this.#devices.get(device);
    if (known) return known;
    const keys = new OwnedKeys();
    this.#devices.set(device, keys);
    return keys;
  }

  /** A new series; it becomes durable with the first commit that uses it. */
  create(device: DeviceId, key: string): number {
    const keys = this.#ensure(device);
    if (keys.size >= maxSeriesPerDevice) throw tooManyKeys();
    if (keys.owner !== undefined) this.quota.requireRoom(keys.owner);
    const id = this.here ? this.#numbers.takeOf(this.here.classes.of(device)) : this.#numbers.take();
    if (id === undefined) throw storeFull(this.#maxSeries);
    keys.set(this.#shared(key), id);
    this.#count(keys, 1);
    this.#undurable.set(id, { id, device, key });
    this.#searched.added(device, key, id);
    return id;
  }

  /** The message that would have brought these was refused: nothing was ever written under their numbers. */
  takeBack(device: DeviceId, created: readonly string[]): void {
    const keys = this.#ensure(device);
    this.#searched.removed(device, created);
    for (const key of created) {
      const id = keys.get(key);
      if (id === undefined) continue;
      keys.delete(key);
      this.#undurable.delete(id);
      this.#numbers.giveBack([id]);
      this.#count(keys, -1);
    }
  }

  /** Takes over what the file holds. */
  load(definition: SeriesDefinition): void {
    this.#ensure(definition.device).set(this.#shared(definition.key), definition.id);
    this.#numbers.use(definition.id);
  }

  /** These shards come here: their series, and which of the numbers that are theirs to give are in use. */
  takeIn(shards: readonly number[], definitions: readonly SeriesDefinition[], numbers: readonly number[]): void {
    this.#numbers.learn(shards, numbers);
    for (const definition of definitions) this.load(definition);
  }

  /** These shards are another's from now on; returns the numbers of their series, which stay in use there. */
  letGo(shards: readonly number[]): number[] {
    const gone = [...this.#devices.keys()].filter((device) => shards.includes(this.here?.classes.of(device) ?? -1));
    return gone.flatMap((device) => [...this.forget(device as DeviceId).values()]);
  }

  #shared(key: string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    this.#names.set(key, key);
    return key;
  }

  get hasUndurable(): boolean {
    return this.#undurable.size > 0;
  }

  undurable(id: number): SeriesDefinition | undefined {
    return this.#undurable.get(id);
  }

  becameDurable(ids: Iterable<number>): void {
    for (const id of ids) this.#undurable.delete(id);
  }

  /** From now on the device is a new one; returns what it had. */
  forget(device: DeviceId): DeviceKeys {
    const keys = this.#devices.get(device);
    if (keys === undefined) return noKeys;
    for (const id of keys.values()) this.#undurable.delete(id);
    this.#devices.delete(device);
    this.#searched.removed(device, keys.keys());
    this.#count(keys, -keys.size);
    return keys;
  }

  /** Nothing of these series is left; their numbers may serve others. */
  release(ids: Iterable<number>): void {
    this.#numbers.giveBack(ids);
  }

  /**
   * Forgetting failed: the keys are there as before, except where new ones took their place. Which of them were
   * durable is not known any more, so all are defined again; that does nothing to those that are.
   */
  restore(device: DeviceId, keys: DeviceKeys): void {
    const known = this.#ensure(device);
    if (known.owner === undefined && keys instanceof OwnedKeys) known.owner = keys.owner;
    for (const [key, id] of keys) {
      if (known.has(key)) continue;
      known.set(key, id);
      this.#searched.added(device, key, id);
      this.#count(known, 1);
      this.#undurable.set(id, { id, device, key });
    }
  }

  /** All series by their numbers, as they are now. */
  names(): SeriesNames {
    const names = new Map<number, SeriesName>();
    for (const [device, keys] of this.#devices) {
      for (const [key, series] of keys) names.set(series, { device: device as DeviceId, key });
    }
    return names;
  }

  /** Whose series it is, for a report; looks through all of them. */
  find(id: number): SeriesDefinition | undefined {
    for (const [device, keys] of this.#devices) {
      for (const [key, series] of keys) if (series === id) return { id, device, key };
    }
    return undefined;
  }
}
