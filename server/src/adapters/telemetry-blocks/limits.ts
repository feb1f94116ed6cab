/** Points per block: large enough to compress well, small enough that the edge of a bucket is cheap to decode. */
export const maxBlockPoints = 256;

/** A block is cut before its texts grow past this, unless a single one is longer. */
export const maxBlockTextBytes = 256 * 1024;

/** Blocks with fewer points are worth merging with their neighbours. Part of an index: changing it is a migration. */
export const smallBlockPoints = 128;

/** So many small blocks, or so many overlapping runs, of one series start a compaction of it. */
export const compactAfter = 8;

/** How much background work is done at a time. */
export interface StepSize {
  /** Points one step in a quiet moment may handle; bounds how long an acknowledgement can wait for it. */
  readonly points: number;
  /** Points a commit flushes at least, while there is something to flush. */
  readonly withCommit: number;
}

export const defaultStep: StepSize = { points: 16_384, withCommit: 256 };

/** Of a log whose writer is gone: nobody waits for an acknowledgement, and every step is a commit that devices wait for. */
export const orphanStep: StepSize = { ...defaultStep, points: 262_144 };

/** Points one chunk of a scan may hold: turning them into text keeps the main thread for a few milliseconds. */
export const scanChunkPoints = 2_048;

/** Bytes of text after which a scan's chunk ends, whatever its points. */
export const scanChunkTextBytes = 1024 * 1024;

/** Appends beyond this many bytes waiting for their commit are held back. */
export const maxBytesInFlight = 16 * 1024 * 1024;

/** A group commit stops growing here; the next one begins. */
export const maxFrameBytes = 1024 * 1024;

/** Commits handed to the writer before the first of them is answered: it never waits for the main thread. */
export const maxFramesInFlight = 2;

/** One append may not take more than this in its encoded form. */
export const maxBatchBytes = 4 * 1024 * 1024;

/** What one device may bring into being, so that random key names cannot exhaust the directory. */
export const maxSeriesPerDevice = 100_000;

/** Series one deletion or retention step handles in one transaction. */
export const seriesPerRemoval = 512;

/** Texts longer than this are not kept among the latest values; reading them goes to the blocks. */
export const maxCachedText = 256;

/** Keys whose devices are kept at hand for searches by latest value; of 100,000 devices some 3 MiB each. */
export const maxIndexedKeys = 16;

/** Series whose newest points are asked for at once: other readers need not wait long. */
export const latestPerRead = 500;
/** Fewer where somebody waits for some hundred: each reader has a part of them. Not many fewer: each question wakes a thread. */
export const newestPerRead = 250;

/** Latest values that are looked at in one go: a few milliseconds. */
export const latestPerTurn = 10_000;

/** So many commits at most are replayed per arena, however small they were: a start takes no longer. */
export const maxJournalRows = 50_000;

/** How long a stop waits for reads that are under way. */
export const closeTimeoutMs = 3_000;

/** Series that are fetched at a time when devices are learned. */
export const directoryPage = 10_000;

/** So many positions has a log while it has a shard; there are as many epochs of a shard as are left of whole numbers. */
export const positionsPerEpoch = 2 ** 36;
