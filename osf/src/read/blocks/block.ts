import { controlBytes } from "../../format/control.ts";

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

  /** Goes to other bytes. */
  enter(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Goes to the block whose control byte is at `controlAt` and whose samples end before `end`. */
  moveTo(position: number, controlAt: number, end: number): void {
    this.position = position;
    this.control = this.bytes[controlAt] as number;
    this.body = controlAt + controlBytes;
    this.end = end;
  }

  get bodyBytes(): number {
    return this.end - this.body;
  }
}
