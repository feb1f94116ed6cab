import { blockType, typeBits } from "../../format/control.ts";
import type { Block } from "../blocks/block.ts";
import type { FindingCode } from "../findings.ts";
import type { DecodeContext } from "./decode-context.ts";

const codes: ReadonlyMap<number, FindingCode> = new Map<number, FindingCode>([
  [blockType.reserved, "reserved-block"],
  [blockType.trustedTimestamp, "legacy-event"],
  [blockType.timebaseRealign, "legacy-event"],
  [blockType.statusEvent, "status-event"],
]);

/** Skips and counts a block that is no samples, whatever the channel (§4.1); false for all others. */
export function skipsEvent(context: DecodeContext, block: Block, channel: number): boolean {
  const type = block.control & typeBits;
  if (type >= blockType.messageEvent && type <= blockType.absoluteStamps) return false;
  context.skip(codes.get(type) ?? "unknown-block", block, channel, `type ${type}`);
  return true;
}
