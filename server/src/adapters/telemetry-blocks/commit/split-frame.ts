import { kind } from "../columns.ts";
import { applyFrame, type FrameTarget } from "../frames/apply-frame.ts";
import { FrameBuilder } from "../frames/frame-builder.ts";

/** What is of one shard in a commit. */
interface FramePart {
  readonly points: FrameBuilder;
  readonly receipts: FrameBuilder;
}

const partBytes = 1_024;
const newPart = (): FramePart => ({
  points: new FrameBuilder(new ArrayBuffer(partBytes)),
  receipts: new FrameBuilder(new ArrayBuffer(partBytes)),
});

type ShardOf = (series: number) => number | undefined;

/** Writes the operations of a frame again, those of each shard apart. A receipt is of the points before it. */
class SplitFrame implements FrameTarget {
  readonly parts = new Map<number, FramePart>();
  readonly #shardOf: ShardOf;
  #shard: number | undefined;
  arrivedAt: number | undefined;

  constructor(shardOf: ShardOf) {
    this.#shardOf = shardOf;
  }

  push(series: number, ts: number, of: number, number: number): void {
    const points = this.#pointsOf(series);
    points?.time(ts);
    if (of === kind.boolean) points?.boolean(series, number === 1);
    else points?.number(series, number);
  }

  pushText(series: number, ts: number, of: number, text: Uint8Array): void {
    const points = this.#pointsOf(series);
    points?.time(ts);
    points?.text(of, series, Buffer.from(text).toString("utf8"));
  }

  #pointsOf(series: number): FrameBuilder | undefined {
    this.#shard = this.#shardOf(series);
    return this.#part?.points;
  }

  get #part(): FramePart | undefined {
    if (this.#shard === undefined) return undefined; // of a device that is gone
    const known = this.parts.get(this.#shard) ?? newPart();
    this.parts.set(this.#shard, known);
    return known;
  }

  /** What was removed after it was committed was there when it came. */
  remove(): void {}

  receipt(session: string, packetId: number): void {
    this.#part?.receipts.receipt(session, packetId);
  }

  arrival(ts: number): void {
    this.arrivedAt = ts;
  }
}

/** The parts of a frame by shard. What nobody followed has no arrival: its points are nobody's to see. */
export function splitFrame(frame: Uint8Array, shardOf: ShardOf) {
  const split = new SplitFrame(shardOf);
  applyFrame(frame, split);
  const isFollowed = split.arrivedAt !== undefined;
  for (const { points } of split.parts.values()) if (split.arrivedAt !== undefined) points.arrival(split.arrivedAt);
  return { parts: split.parts, isFollowed };
}

export function seriesIn(frame: Uint8Array, add: (series: number) => void): void {
  applyFrame(frame, { push: add, pushText: add, remove: () => undefined });
}

export const bytesIn = (frame: FrameBuilder): Uint8Array => new Uint8Array(frame.finish(), 0, frame.length);
