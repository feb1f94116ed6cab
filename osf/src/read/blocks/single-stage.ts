const recordWords = 4;
/** Samples of one channel that may wait. */
const maxDepth = 64;
/** Memory for all channels; files with so many channels that this is too little do without. */
const maxStageBytes = 1 << 20;
const smallestDepth = 8;
const notStaged = -1;

/**
 * Samples of blocks with one time and one small value, the most frequent kind in device files, wait here in one array
 * for all channels until there are enough of a channel to move on together. Going through the objects of a channel for
 * every sample would cost a multiple: with hundreds of channels they are not at hand in the nearest cache.
 */
export class SingleStage {
  /** By channel: what the length field of such a block says, or -1 when its blocks have to be looked at. */
  readonly lengths: Int32Array;
  /** By channel: samples that wait. */
  readonly fills: Int32Array;
  /** Low and high word of the time, one or two words of the value. */
  readonly records: Int32Array;
  readonly depth: number;

  constructor(slots: number) {
    const fitting = Math.floor(maxStageBytes / (slots * recordWords * 4));
    this.depth = fitting < smallestDepth ? 0 : Math.min(maxDepth, fitting);
    this.lengths = new Int32Array(slots).fill(notStaged);
    this.fills = new Int32Array(slots);
    this.records = new Int32Array(slots * this.depth * recordWords);
  }

  /** From now on, blocks of this length hold one sample that need not be looked at. */
  allow(channel: number, length: number): void {
    if (this.depth > 0) this.lengths[channel] = length;
  }

  forbid(channel: number): void {
    this.lengths[channel] = notStaged;
  }

  /** Puts the sample behind the control byte at `controlAt` away; true when the channel's place is full. */
  put(channel: number, view: DataView, controlAt: number, length: number): boolean {
    const { fills, records, depth } = this;
    const fill = fills[channel] as number;
    const at = (channel * depth + fill) * recordWords;
    records[at] = view.getInt32(controlAt + 1, true);
    records[at + 1] = view.getInt32(controlAt + 5, true);
    if (length === 17) {
      records[at + 2] = view.getInt32(controlAt + 9, true);
      records[at + 3] = view.getInt32(controlAt + 13, true);
    } else if (length === 13) records[at + 2] = view.getInt32(controlAt + 9, true);
    else if (length === 11) records[at + 2] = view.getInt16(controlAt + 9, true);
    else records[at + 2] = view.getUint8(controlAt + 9);
    fills[channel] = fill + 1;
    return fill + 1 === depth;
  }

  /** The samples of a channel, which are taken away: four words each from `at` on. */
  take(channel: number): { readonly records: Int32Array; readonly at: number; readonly count: number } {
    const count = this.fills[channel] ?? 0;
    this.fills[channel] = 0;
    return { records: this.records, at: channel * this.depth * recordWords, count };
  }
}
