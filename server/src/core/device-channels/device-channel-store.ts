import type { Channel } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";

export interface OwnChannels {
  /** Counts changes; 0 where there never were any. */
  readonly version: number;
  readonly channels: readonly Channel[];
}

/** The same as the JSON it was saved as. */
export interface OwnChannelText extends Omit<OwnChannels, "channels"> {
  readonly channels: string;
}

/** What devices say otherwise than their types. */
export interface DeviceChannelStore {
  read(device: DeviceId): Promise<OwnChannels>;
  readText(device: DeviceId): Promise<OwnChannelText>;
  /** With a version only if that is the one there is. */
  save(
    device: DeviceId,
    channels: readonly Channel[],
    version: number | undefined,
  ): Promise<"saved" | "stale" | "not-found">;
}
