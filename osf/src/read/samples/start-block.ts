import { controlBytes, crcBytes, rateBytes, timeBytes } from "../../format/control.ts";
import { OsfError } from "../../format/errors.ts";
import type { OsfVersion } from "../../format/magic-line.ts";
import type { Segment } from "../../format/segment.ts";
import type { Block } from "../blocks/block.ts";
import type { ReadableChannel } from "./batch.ts";
import type { DecodeContext } from "./decode-context.ts";
import { countFieldBytes } from "./sample-count.ts";

interface SegmentStart {
  readonly segment: Segment;
  /** Where count and values follow. */
  readonly countAt: number;
}

/** How the time base of a start block is written; without rate: files made before 2026-05-04. */
type Layout = "with-rate" | "without-rate";

/** The segment a start block opens (§6.6), or undefined when the block is skipped. */
export function startOf(
  context: DecodeContext,
  channel: ReadableChannel,
  block: Block,
  sampleBytes: number,
): SegmentStart | undefined {
  if (layoutOf(context.version, channel, block, sampleBytes) === "without-rate")
    return oldStart(context, channel, block);
  const head = timeBytes + rateBytes;
  if (block.bodyBytes < head) {
    const missing = block.bodyBytes < timeBytes ? "time" : "sample rate";
    context.skip("malformed", block, channel.index, `a start block without ${missing}`);
    return undefined;
  }
  const startNs = block.view.getBigInt64(block.body, true);
  const rateHz = block.view.getFloat64(block.body + timeBytes, true);
  if (!(rateHz > 0)) context.note("no-rate", block, channel.index, `${rateHz} Hz`);
  return { segment: { startNs, rateHz, incrementNs: undefined }, countAt: block.body + head };
}

/** The length tells, because the rate adds eight bytes. */
function layoutOf(version: OsfVersion, { lengthSize }: ReadableChannel, block: Block, sampleBytes: number): Layout {
  const end = declaredEnd(version, block, lengthSize);
  const fits = (head: number): boolean => {
    const countAt = block.body + head;
    const from = countAt + countFieldBytes(block);
    if (from > block.end) return false;
    const count = from > countAt ? block.view.getUint32(countAt, true) : 1;
    return end - from === count * sampleBytes;
  };
  return !fits(timeBytes + rateBytes) && fits(timeBytes) ? "without-rate" : "with-rate";
}

/** Where the samples end by the block's length field: of a cut block, not where the bytes end. OSF4 has no checksums. */
function declaredEnd(version: OsfVersion, block: Block, lengthSize: 2 | 4): number {
  const controlAt = block.body - controlBytes;
  const lengthAt = controlAt - lengthSize;
  const length = lengthSize === 2 ? block.view.getUint16(lengthAt, true) : block.view.getUint32(lengthAt, true);
  const missing = controlAt + length - block.end;
  return version === 5 && missing === crcBytes ? block.end : block.end + missing;
}

/** No value may be taken for the rate: without a timeincrement to use, the samples have no times. */
function oldStart(context: DecodeContext, channel: ReadableChannel, block: Block): SegmentStart | undefined {
  if (context.strict) {
    const reason = `Channel '${channel.name}': a start block without sample rate`;
    throw new OsfError("old-start-block", reason, block.position);
  }
  if (context.version !== 4 || channel.timeIncrementNs <= 0n) {
    context.skip("malformed", block, channel.index, "a start block without sample rate");
    return undefined;
  }
  context.note("old-start-block", block, channel.index);
  const startNs = block.view.getBigInt64(block.body, true);
  const segment = { startNs, rateHz: 0, incrementNs: channel.timeIncrementNs };
  return { segment, countAt: block.body + timeBytes };
}
