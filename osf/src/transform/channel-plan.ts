import type { Channel } from "../format/channel.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";
import { type Selection, selectedChannels } from "../read/selection.ts";

/** A channel of the result and where its samples come from. */
export interface PlannedChannel {
  readonly channel: ReadableChannel;
  /** Its index in each file; undefined where a file does not have it. */
  readonly sources: readonly (number | undefined)[];
}

/**
 * Channels of several files that belong together: same name, same datatype, and the same place among channels that
 * share both. Order: as met first.
 */
export function plannedChannelsOf(files: readonly OsfFile[], selection: Selection): PlannedChannel[] {
  const plans = new Map<string, { channel: ReadableChannel; sources: (number | undefined)[] }>();
  for (const [position, file] of files.entries()) {
    const seen = new Map<string, number>();
    for (const channel of selectedOf(file, files.length, selection).filter(isReadable)) {
      const key = keyOf(channel, seen);
      const plan = plans.get(key) ?? { channel, sources: files.map(() => undefined) };
      plan.sources[position] = channel.index;
      plans.set(key, plan);
    }
  }
  return [...plans.values()];
}

/** Indices of the selected channels of every file, also of those that cannot be read: a pass reports their loss. */
export function selectedIndicesOf(files: readonly OsfFile[], selection: Selection): number[][] {
  return files.map((file) => selectedOf(file, files.length, selection).map(({ index }) => index));
}

/** Of several files each may lack some of the wanted channels. */
function selectedOf(file: OsfFile, fileCount: number, { channels }: Selection): readonly Channel[] {
  const present = fileCount > 1 ? channels?.filter((key) => file.findChannel(key) !== undefined) : channels;
  return selectedChannels(file.channels, present);
}

const isReadable = (channel: Channel): channel is ReadableChannel => channel.datatype !== undefined;

function keyOf(channel: ReadableChannel, seen: Map<string, number>): string {
  const name = `${channel.datatype}/${channel.width}/${channel.name}`;
  const ordinal = seen.get(name) ?? 0;
  seen.set(name, ordinal + 1);
  return `${ordinal}/${name}`;
}
