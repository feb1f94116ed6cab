import type { StringBlocks } from "../format/string-blocks.ts";
import type { OsfHeader } from "../read/header.ts";
import type { WriteOptions } from "../write/channel-spec.ts";
import type { PlannedChannel } from "./channel-plan.ts";

/**
 * True when texts and bytes of a file stay in the block type they are in: nothing else was asked for, and whoever reads
 * the result reads the same version as before. Of the other version, other programs are the readers.
 */
export const keepsBlocksOf = ({ version }: OsfHeader, { strings, version: target = 5 }: WriteOptions): boolean =>
  strings === undefined && version === target;

/** By planned channel: the block type it has in the first file whose way is kept; undefined where there is none. */
export function keptBlocksOf(
  plans: readonly PlannedChannel[],
  headers: readonly OsfHeader[],
  blocks: readonly ReadonlyMap<number, StringBlocks>[],
  result: WriteOptions,
): (StringBlocks | undefined)[] {
  const kept = headers.map((header, position) => (keepsBlocksOf(header, result) ? blocks[position] : undefined));
  return plans.map(({ sources }) =>
    sources
      .map((index, position) => (index === undefined ? undefined : kept[position]?.get(index)))
      .find((found) => found !== undefined),
  );
}
