import type { Channel } from "../format/channel.ts";
import { OsfError } from "../format/errors.ts";

/** Which samples a pass hands out. Blocks of other channels are skipped by their length, not decoded. */
export interface Selection {
  /** Names, or indices; a name that several channels share selects all of them. Default: every channel. */
  readonly channels?: readonly (string | number)[];
  /** Nanoseconds since 1970, included. */
  readonly from?: bigint;
  /** Nanoseconds since 1970, not included. */
  readonly to?: bigint;
}

export interface TimeWindow {
  readonly from: bigint;
  readonly to: bigint;
}

const earliestNs = -(2n ** 63n);
/** One past the largest time, as the end of a window is not included. */
const behindLatestNs = 2n ** 63n;

/** The window of a selection, or undefined when it does not limit the time. */
export function timeWindowOf({ from, to }: Selection): TimeWindow | undefined {
  if (from === undefined && to === undefined) return undefined;
  return { from: from ?? earliestNs, to: to ?? behindLatestNs };
}

/** The selected channels in the order of the metablock. Throws OsfError for a name or index the file does not have. */
export function selectedChannels(all: readonly Channel[], wanted: Selection["channels"]): readonly Channel[] {
  if (wanted === undefined) return all;
  const known = new Set<string | number>(all.flatMap(({ name, index }) => [name, index]));
  const missing = wanted.find((key) => !known.has(key));
  if (missing !== undefined)
    throw new OsfError("unknown-channel", `The file has no channel ${JSON.stringify(missing)}`);
  const keys = new Set(wanted);
  return all.filter(({ name, index }) => keys.has(name) || keys.has(index));
}
