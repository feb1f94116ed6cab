import { blockType, controlBytes, indexBytes, signatureChannel } from "../../format/control.ts";
import type { Block } from "./block.ts";
import type { BlockHandler } from "./block-handler.ts";

const largestHead = indexBytes + 4;

/**
 * The straight way through complete blocks without checksums, from `start` on; returns where the first one starts that
 * needs a closer look. `base`: offset in the file of the first byte. The innermost loop for files of many small blocks.
 */
export function readPlainBlocks(
  block: Block,
  start: number,
  base: number,
  lengthSizes: Uint8Array,
  { sinks, blockCounts, stage }: BlockHandler,
): number {
  const { view } = block;
  const stagedLengths = stage.lengths;
  const { byteLength } = view;
  let at = start;
  while (at + largestHead <= byteLength) {
    const channel = view.getUint16(at, true);
    const size = lengthSizes[channel] as number;
    if (size === 0 || channel >= signatureChannel) break;
    const controlAt = at + indexBytes + size;
    const length = size === 2 ? view.getUint16(at + indexBytes, true) : view.getUint32(at + indexBytes, true);
    const end = controlAt + length;
    if (length === 0 || end > byteLength) break;
    blockCounts[channel] = (blockCounts[channel] as number) + 1;
    const control = view.getUint8(controlAt);
    if (length === stagedLengths[channel] && control === blockType.absoluteStamps) {
      if (stage.put(channel, view, controlAt, length)) sinks[channel]?.unstage();
      at = end;
      continue;
    }
    const sink = sinks[channel];
    if (sink !== undefined) {
      block.position = base + at;
      block.control = control;
      block.body = controlAt + controlBytes;
      block.end = end;
      sink.decode(block);
    }
    at = end;
  }
  return at;
}
