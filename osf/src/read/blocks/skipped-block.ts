/** A block that is skipped as its bytes arrive, because nobody wants it or it is above the limit. */
export class SkippedBlock {
  channel = -1;
  position = 0;
  isTooLarge = false;
  /** Bytes of it that are still to come. */
  left = 0;

  start(channel: number, position: number, isTooLarge: boolean, left: number): void {
    this.channel = channel;
    this.position = position;
    this.isTooLarge = isTooLarge;
    this.left = left;
  }

  /** Takes its share of `available` bytes. */
  take(available: number): number {
    const taken = Math.min(this.left, available);
    this.left -= taken;
    return taken;
  }
}
