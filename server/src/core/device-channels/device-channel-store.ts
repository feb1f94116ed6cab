import type { Channel } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";

export interface OwnChannels {
  /** Counts changes; 0 where there never were any. */
  readonly version: number;
  readonly channels: readonly Channel[];
}

/** What devices say otherwise than their types. */
export interface DeviceChannelStore {
  read(device: DeviceId): Promise<OwnChannels>;
  /** With a version only if that is the one there is. */
  save(
    device: DeviceId,
    channels: readonly Channel[],
    version: number | undefined,
  ): Promise<"saved" | "stale" | "not-found">;
}
