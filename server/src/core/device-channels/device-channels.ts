import { type Channel, channelsProblem, describeChannels } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import type { Audit } from "../audit/index.ts";
import {
  type DeviceType,
  type DeviceTypes,
  type DeviceTypeText,
  deviceTypeInvalid,
  emptyDefinition,
  factsOfChange,
} from "../device-types/index.ts";
import { type DeviceFilter, type Devices, deviceNotFound } from "../devices/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Reach } from "../projects/index.ts";
import { type TelemetryStore, valueAsText } from "../telemetry/index.ts";
import type { DeviceChannelStore, OwnChannels, OwnChannelText } from "./device-channel-store.ts";
import { deviceChannelsStale } from "./errors.ts";
import { type SeenKeys, seenKeys } from "./seen-keys.ts";

interface DeviceChannelParts {
  readonly devices: Devices;
  readonly types: DeviceTypes;
  readonly store: DeviceChannelStore;
  readonly telemetry: Pick<TelemetryStore, "keys" | "latest">;
  readonly audit: Audit;
  readonly events: EventBus;
  /** Devices of a type that are looked at for keys nobody described. */
  readonly seenDevices: number;
}

interface Description {
  readonly type: DeviceType;
  readonly own: OwnChannels;
}

/** The same as it is stored, to be passed on [API11]. */
export interface DescriptionText {
  readonly type: DeviceTypeText;
  readonly own: OwnChannelText;
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
    return { type: await types.require(reach.tenantId, typeId), own: await store.read(id) };
  }

  async describeText(reach: Reach, id: DeviceId): Promise<DescriptionText> {
    const { devices, types, store } = this.#parts;
    const { typeId } = await devices.require(reach, id);
    return { type: await types.requireText(reach.tenantId, typeId), own: await store.readText(id) };
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

  /** What devices of a type send and the type does not describe: to be taken over with one click [TYP2]. */
  async seen(reach: Reach, typeId: DeviceTypeId): Promise<SeenKeys> {
    const { types, devices, telemetry, seenDevices } = this.#parts;
    const { definition } = await types.require(reach.tenantId, typeId);
    await longWork.nextPiece(); // ten thousand patterns are taken apart
    const describe = describeChannels({ type: definition.channels });
    const isNew = (key: string) => !describe(key).isDescribed;
    const found = await devices.list(latestOf(reach, typeId), { page: 0, limit: seenDevices });
    const ids = found.data.map(({ id }) => id);
    return seenKeys(telemetry, ids, isNew, valueAsText);
  }
}

const latestOf = (reach: Reach, typeId: DeviceTypeId): DeviceFilter => ({
  ...{ reach, typeId, textSearch: undefined, type: undefined, active: undefined },
  isUnassigned: false,
  sortProperty: "lastActivityTime",
  descending: true,
});

const described = (channels: readonly Channel[]) => ({
  ...{ name: "", description: null, picture: null },
  definition: { ...emptyDefinition, channels: [...channels] },
});
