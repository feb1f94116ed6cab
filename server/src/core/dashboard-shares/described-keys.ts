import { type Channel, channelFinder, type DataRequest } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId } from "../../kernel/ids.ts";
import type { DataPiece } from "../dashboard-data/index.ts";

export interface DescribedPiece {
  readonly is: "channels";
  readonly typeId: DeviceTypeId;
  readonly channels: readonly Channel[];
}

interface DescribedType {
  readonly channels: readonly Channel[];
  readonly find: ReturnType<typeof channelFinder>;
  /** Places of those that were told. */
  readonly told: Set<number>;
}

/** What shown keys mean, by type, before anything of them is told; of keys that are not shown nothing is [DSH6]. */
export class DescribedKeys {
  readonly #channelsOf: (typeId: DeviceTypeId) => Promise<readonly Channel[]>;
  readonly #asked: readonly string[];
  readonly #typeOf = new Map<DeviceId, DeviceTypeId>();
  readonly #types = new Map<DeviceTypeId, DescribedType>();

  constructor(
    channelsOf: (typeId: DeviceTypeId) => Promise<readonly Channel[]>,
    { queries }: Pick<DataRequest, "queries">,
  ) {
    this.#channelsOf = channelsOf;
    this.#asked = Object.values(queries).flatMap((query) => ("keys" in query ? (query.keys ?? []) : []));
  }

  async *before(piece: DataPiece): AsyncGenerator<DescribedPiece> {
    if (piece.is === "devices") {
      for (const { id, typeId } of piece.devices) this.#typeOf.set(id, typeId);
      for (const typeId of new Set(piece.devices.map((device) => device.typeId)))
        if (!this.#types.has(typeId)) yield* this.#describe(typeId, this.#asked);
    } else if (piece.is === "answer" && piece.piece.is === "latest") {
      const typeId = this.#typeOf.get(piece.piece.deviceId);
      if (typeId !== undefined) yield* this.#describe(typeId, [...piece.piece.samples.keys()]);
    }
  }

  /** All that is known by now, where something is new. */
  async *#describe(typeId: DeviceTypeId, keys: readonly string[]): AsyncGenerator<DescribedPiece> {
    const known = this.#types.get(typeId);
    const type = known ?? (await this.#typeWith(typeId));
    const before = type.told.size;
    for (const key of keys) {
      const place = type.find(key)?.place;
      if (place !== undefined) type.told.add(place);
    }
    if (known && type.told.size === before) return;
    yield { is: "channels", typeId, channels: type.channels.filter((_, place) => type.told.has(place)) };
  }

  async #typeWith(typeId: DeviceTypeId): Promise<DescribedType> {
    const channels = await this.#channelsOf(typeId);
    const type = { channels, find: channelFinder(channels), told: new Set<number>() };
    this.#types.set(typeId, type);
    return type;
  }
}
