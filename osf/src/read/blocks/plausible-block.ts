import type { Channel } from "../../format/channel.ts";
import { blockType, countedBit, indexBytes, typeBits } from "../../format/control.ts";
import { elementTypeOf, numberLayouts } from "../../format/data-type.ts";

/** The most bytes of a block this has to see: index, length, control, time, rate, count. */
export const plausibleHeadBytes = indexBytes + 4 + 1 + 8 + 8 + 4;

/** A search must not fall for a length that swallows everything behind it. */
const maxPlausibleBytes = 1 << 20;

/** Times of real recordings: 1980 to 2200. Only used to find the next block behind damaged bytes. */
const [earliestNs, latestNs] = [315_532_800_000_000_000n, 7_258_118_400_000_000_000n];

/**
 * Whether the bytes at `at` look like the start of a block of `channel`: the length has to agree with type and
 * count exactly, and an absolute time has to be a likely one.
 */
export function isPlausibleBlock(channel: Channel, view: DataView, at: number, checksumBytes: number): boolean {
  const length = channel.lengthSize === 2 ? view.getUint16(at + 2, true) : view.getUint32(at + 2, true);
  const controlAt = at + indexBytes + channel.lengthSize;
  const control = view.getUint8(controlAt);
  const body = length - 1 - checksumBytes;
  if (channel.datatype === undefined || body < 1 || body > maxPlausibleBytes) return false;
  const element = elementTypeOf(channel.datatype);
  if (element === undefined) return isPlausibleValue(view, controlAt + 1, control, body);
  return isPlausibleRun(view, controlAt + 1, control, body, numberLayouts[element].size * channel.width);
}

const isLikelyTime = (time: bigint): boolean => time >= earliestNs && time < latestNs;

function isPlausibleValue(view: DataView, at: number, control: number, body: number): boolean {
  if (body < 8 || !isLikelyTime(view.getBigInt64(at, true))) return false;
  if (control === blockType.messageEvent) return body >= 12 && view.getUint32(at + 8, true) === body - 12;
  return control === blockType.absoluteStamps;
}

function isPlausibleRun(view: DataView, at: number, control: number, body: number, size: number): boolean {
  const isCounted = (control & countedBit) !== 0;
  const type = control & typeBits;
  const isStart = type === blockType.startData;
  const head = isStart ? 16 : 0;
  const count = isCounted ? view.getUint32(at + head, true) : 1;
  const samplesAt = head + (isCounted ? 4 : 0);
  const stride = size + (type === blockType.absoluteStamps ? 8 : type === blockType.relativeStamps ? 4 : 0);
  if (count === 0 || body !== samplesAt + count * stride) return false;
  if (isStart) return isLikelyTime(view.getBigInt64(at, true));
  if (type === blockType.absoluteStamps) return isLikelyTime(view.getBigInt64(at + samplesAt, true));
  return isCounted && (type === blockType.continuedData || type === blockType.relativeStamps);
}
