import type { Channel } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId } from "../../kernel/ids.ts";
import type { Reach } from "../projects/index.ts";

export interface OwnChannels {
  /** Counts changes; 0 where there never were any. */
  readonly version: number;
  readonly channels: readonly Channel[];
}

/** The same as the JSON it was saved as. */
export interface OwnChannelText extends Omit<OwnChannels, "channels"> {
  readonly channels: string;
}

/** What a device says otherwise, by its name. */
export interface OwnChannelsOfDevice extends Omit<OwnChannelText, "version"> {
  readonly id: DeviceId;
  readonly name: string;
}

/** What devices say otherwise than their types. */
export interface DeviceChannelStore {
  read(device: DeviceId): Promise<OwnChannels>;
  readText(device: DeviceId): Promise<OwnChannelText>;
  /** Of devices within reach that say anything otherwise: those of higher ids, by id. */
  ofType(
    reach: Reach,
    type: DeviceTypeId,
    after: DeviceId | undefined,
    limit: number,
  ): Promise<readonly OwnChannelsOfDevice[]>;
  /** With a version only if that is the one there is. */
  save(
    device: DeviceId,
    channels: readonly Channel[],
    version: number | undefined,
  ): Promise<"saved" | "stale" | "not-found">;
}
