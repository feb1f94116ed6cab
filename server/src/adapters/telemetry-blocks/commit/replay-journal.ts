import { applyFrame, type FrameTarget } from "../frames/apply-frame.ts";
import type { WriterStorage } from "../storage/storage.ts";
import type { ReplayedReceipts } from "./replayed-receipts.ts";

/** Whatever takes the commits of an earlier run in again, in their order. */
export interface ReplayTarget {
  /** What a damaged commit held, nobody can tell. */
  setAside(position: number): Promise<void>;
  /** The points of a commit are not in blocks, or not all of them. */
  restore(position: number, frame: Uint8Array): Promise<void>;
}

/**
 * Brings back what was acknowledged and is not in blocks yet. Entries up to `inBlocks` are kept for others: their points
 * are in blocks, or were removed there.
 */
export async function replayJournal(
  storage: Pick<WriterStorage, "entries">,
  inBlocks: number,
  receipts: ReplayedReceipts,
  target: ReplayTarget,
): Promise<void> {
  for (let after = 0; ; ) {
    const entries = await storage.entries(after);
    for (const { position, frame } of entries) {
      after = position;
      if (frame !== undefined) receipts.read(position, frame);
      if (frame === undefined) await target.setAside(position);
      else if (position > inBlocks) await target.restore(position, frame);
    }
    if (entries.length === 0) return;
  }
}

/** A range of time that was removed from a series. */
export interface RemovedRange {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** A removal's frame holds nothing else. */
const unexpected = (): never => {
  throw new RangeError("a removal in the journal holds points");
};

export function removalsIn(frame: Uint8Array): RemovedRange[] {
  const removals: RemovedRange[] = [];
  const target: FrameTarget = {
    push: unexpected,
    pushText: unexpected,
    remove: (series, from, to) => removals.push({ series, from, to }),
  };
  applyFrame(frame, target);
  return removals;
}
