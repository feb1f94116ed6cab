import { countBytes, countedBit } from "../../format/control.ts";
import type { Block } from "../blocks/block.ts";
import type { DecodeContext } from "./decode-context.ts";

/** Bytes of the count field, which blocks with bit 7 have. */
export const countFieldBytes = (block: Block): number => (block.control & countedBit ? countBytes : 0);

const announcedIn = (block: Block, countAt: number): number =>
  block.control & countedBit ? block.view.getUint32(countAt, true) : 1;

/** Whether the samples from `from` on end exactly where the block ends. */
export function fitsExactly(block: Block, from: number, stride: number, countAt = block.body): boolean {
  return from <= block.end && block.end - from === announcedIn(block, countAt) * stride;
}

/** How many samples can be read; what does not fit the length is reported, never allocated for (§6.9). */
export function samplesIn(
  context: DecodeContext,
  channel: number,
  block: Block,
  from: number,
  stride: number,
  countAt = block.body,
): number {
  const room = block.end - from;
  if (room < 0) {
    context.skip("malformed", block, channel, "no room for the sample count");
    return 0;
  }
  const announced = announcedIn(block, countAt);
  if (announced * stride <= room) {
    const surplus = room - announced * stride;
    if (surplus > 0) context.note("surplus-bytes", block, channel, `${surplus} bytes`);
    return announced;
  }
  const fitting = Math.floor(room / stride);
  if (fitting === 0) context.skip("malformed", block, channel, `${announced} samples announced, none fits`);
  else context.note("count-too-large", block, channel, `${announced} announced, ${fitting} fit`);
  return fitting;
}
