import { rateBytes, timeBytes } from "../format/control.ts";
import { OsfError } from "../format/errors.ts";
import type { Segment } from "../format/segment.ts";
import type { ReadableChannel } from "./batch.ts";
import type { Block } from "./block.ts";
import type { DecodeContext } from "./decode-context.ts";
import { countFieldBytes, fitsExactly } from "./sample-count.ts";

interface SegmentStart {
  readonly segment: Segment;
  /** Where count and values follow. */
  readonly countAt: number;
}

/** The segment a start block opens (§6.6), or undefined when the block is skipped. */
export function startOf(
  context: DecodeContext,
  channel: ReadableChannel,
  block: Block,
  sampleBytes: number,
): SegmentStart | undefined {
  const isOld = isOldStart(context, channel, block, sampleBytes);
  const head = timeBytes + (isOld ? 0 : rateBytes);
  if (block.bodyBytes < head) {
    const missing = block.bodyBytes < timeBytes ? "time" : "sample rate";
    context.skip("malformed", block, channel.index, `a start block without ${missing}`);
    return undefined;
  }
  const startNs = block.view.getBigInt64(block.body, true);
  const rateHz = isOld ? 0 : block.view.getFloat64(block.body + timeBytes, true);
  if (!isOld && !(rateHz > 0)) context.note("no-rate", block, channel.index, `${rateHz} Hz`);
  const incrementNs = isOld ? channel.timeIncrementNs : undefined;
  return { segment: { startNs, rateHz, incrementNs }, countAt: block.body + head };
}

/** Start blocks of old OSF4 files have no rate; the length tells, because the rate adds eight bytes. */
function isOldStart(context: DecodeContext, channel: ReadableChannel, block: Block, sampleBytes: number): boolean {
  const fits = (head: number): boolean =>
    fitsExactly(block, block.body + head + countFieldBytes(block), sampleBytes, block.body + head);
  if (fits(timeBytes + rateBytes) || !fits(timeBytes)) return false;
  if (context.version !== 4 || channel.timeIncrementNs <= 0n) return false;
  if (context.strict) {
    const reason = `Channel '${channel.name}': a start block without sample rate`;
    throw new OsfError("old-start-block", reason, block.position);
  }
  context.note("old-start-block", block, channel.index);
  return true;
}
