import { type Channel, channelFinder, channelsProblem } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId, TenantId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import {
  type DeviceType,
  type DeviceTypes,
  type DeviceTypeText,
  deviceTypeInvalid,
  emptyDefinition,
  factsOfChange,
} from "../device-types/index.ts";
import { type Devices, deviceNotFound } from "../devices/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Reach } from "../projects/index.ts";
import { type TelemetryStore, valueAsText } from "../telemetry/index.ts";
import { keysOfChannel } from "./channel-keys.ts";
import { type Overriders, overridersOf } from "./channel-overrides.ts";
import { type ValueLimits, type ValuesOfChannel, valuesOfChannel } from "./channel-values.ts";
import type { DeviceChannelStore, OwnChannels, OwnChannelText } from "./device-channel-store.ts";
import { deviceChannelsStale } from "./errors.ts";
import { heardOfLast } from "./heard-of-last.ts";
import { type SeenKeys, seenKeys } from "./seen-keys.ts";

interface TypeLimits {
  /** Devices of a type that are looked at for the keys they send. */
  readonly seenDevices: number;
  /** Devices of a type that say anything otherwise and are looked at for what. */
  readonly overridingDevices: number;
  readonly values: ValueLimits;
}

/** What is calculated for a device, as it is shown [RUL7]. */
export interface CalculatedForDevice {
  describe(tenantId: TenantId, id: DeviceId, typeId: DeviceTypeId): Promise<readonly Channel[]>;
}

interface DeviceChannelParts {
  readonly devices: Devices;
  readonly types: DeviceTypes;
  readonly store: DeviceChannelStore;
  readonly telemetry: Pick<TelemetryStore, "keys" | "latest" | "aggregate">;
  readonly audit: Audit;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly limits: TypeLimits;
  readonly calculated: CalculatedForDevice;
}

interface Description {
  readonly type: DeviceType;
  readonly own: OwnChannels;
  readonly calculated: readonly Channel[];
}

/** The same as it is stored, to be passed on [API11]. */
export interface DescriptionText {
  readonly type: DeviceTypeText;
  readonly own: OwnChannelText;
  readonly calculated: readonly Channel[];
}

/** What the channels of a device mean: its type's word, and its own where that differs [TYP2]. */
export class DeviceChannels {
  readonly #parts: DeviceChannelParts;

  constructor(parts: DeviceChannelParts) {
    this.#parts = parts;
  }

  async describe(reach: Reach, id: DeviceId): Promise<Description> {
    const { devices, types, store } = this.#parts;
    const { typeId } = await devices.require(reach, id);
    const calculated = await this.#parts.calculated.describe(reach.tenantId, id, typeId);
    return { type: await types.require(reach.tenantId, typeId), own: await store.read(id), calculated };
  }

  async describeText(reach: Reach, id: DeviceId): Promise<DescriptionText> {
    const { devices, types, store } = this.#parts;
    const { typeId } = await devices.require(reach, id);
    const calculated = await this.#parts.calculated.describe(reach.tenantId, id, typeId);
    return { type: await types.requireText(reach.tenantId, typeId), own: await store.readText(id), calculated };
  }

  async save(
    reach: Reach,
    id: DeviceId,
    channels: readonly Channel[],
    version: number | undefined,
  ): Promise<DescriptionText> {
    const problem = channelsProblem(channels);
    if (problem) throw deviceTypeInvalid(problem);
    const { devices, store, audit, events } = this.#parts;
    const act = { action: "UPDATED", tenantId: reach.tenantId, entity: { type: "DEVICE", id } } as const;
    await audit.change(act, async (notes) => {
      const [device, before] = [await devices.require(reach, id), await store.read(id)];
      const facts = factsOfChange(described(before.channels), described(channels));
      notes.entity(device.name);
      notes.before(facts.before);
      notes.after(facts.after);
      const outcome = await store.save(id, channels, version);
      if (outcome === "not-found") throw deviceNotFound(id);
      if (outcome === "stale") throw deviceChannelsStale(device.name);
    });
    events.publish("device-updated", { tenantId: reach.tenantId, deviceId: id });
    return this.describeText(reach, id);
  }

  /** What devices of a type send: what it does not describe, to be taken over with one click, and what it does [TYP2]. */
  async seen(reach: Reach, typeId: DeviceTypeId): Promise<SeenKeys> {
    const { types, devices, telemetry, limits } = this.#parts;
    const { definition } = await types.require(reach.tenantId, typeId);
    await longWork.nextPiece(); // ten thousand patterns are taken apart
    const find = channelFinder(definition.channels);
    const channelOf = (key: string) => definition.channels[find(key)?.place ?? -1]?.key;
    const found = await devices.list(heardOfLast(reach, typeId), { page: 0, limit: limits.seenDevices });
    const ids = found.data.map(({ id }) => id);
    return seenKeys(telemetry, ids, channelOf, valueAsText);
  }

  /** Who describes a channel otherwise. */
  async overriders(reach: Reach, typeId: DeviceTypeId, key: string): Promise<Overriders> {
    const isOfChannel = await this.#keysOf(reach, typeId, key);
    const devicesAtMost = this.#parts.limits.overridingDevices;
    return overridersOf(this.#parts.store, { reach, typeId, key, isOfChannel, devicesAtMost });
  }

  /** What limits of a channel would be drawn on: what those devices measured that have none of their own. */
  async values(reach: Reach, typeId: DeviceTypeId, key: string): Promise<ValuesOfChannel> {
    const { limits, store, devices, telemetry, clock } = this.#parts;
    const isOfChannel = await this.#keysOf(reach, typeId, key);
    const devicesAtMost = limits.overridingDevices;
    const otherwise = await overridersOf(store, { reach, typeId, key, isOfChannel, devicesAtMost });
    const own = otherwise.devices.filter(({ fields }) => fields.includes("limits"));
    const parts = { devices, telemetry, clock, limits: limits.values };
    return valuesOfChannel(parts, { reach, typeId, isOfChannel, leftOut: new Set(own.map(({ id }) => id)) });
  }

  async #keysOf(reach: Reach, typeId: DeviceTypeId, key: string) {
    const { definition } = await this.#parts.types.require(reach.tenantId, typeId);
    await longWork.nextPiece(); // ten thousand patterns are taken apart
    return keysOfChannel(definition.channels, key);
  }
}

const described = (channels: readonly Channel[]) => ({
  ...{ name: "", description: null, picture: null },
  definition: { ...emptyDefinition, channels: [...channels] },
});
