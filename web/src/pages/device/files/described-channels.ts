import type { ChannelRecord } from "@heliograph/contract";
import type { Channels } from "../../../channels/use-channels.ts";

/** What a file says of its channels counts; what it leaves open, the device's type says [TYP2]. */
export const describedChannels = (records: readonly ChannelRecord[], channels: Channels): readonly ChannelRecord[] =>
  records.map((record) => {
    const { isDescribed, label, unitShown } = channels(record.name);
    if (!isDescribed) return record;
    return { ...record, displayName: record.displayName || label, unit: record.unit || unitShown };
  });
