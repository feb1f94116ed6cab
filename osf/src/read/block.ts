/** The block a scanner is at: one object, moved along, instead of one per block. */
export class Block {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Offset of the block in the uncompressed file. */
  position = 0;
  control = 0;
  /** `bytes[body, end)`: behind the control byte, without the checksum. */
  body = 0;
  end = 0;

  get bodyBytes(): number {
    return this.end - this.body;
  }
}
