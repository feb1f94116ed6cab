import type { DeviceId } from "../../../kernel/ids.ts";

/** A record: length of the id, length of the payload, id, payload. */
const idLengthBytes = 2;
const headerBytes = idLengthBytes + 4;
const firstBytes = 16_384;

/** Messages on their way to another thread, in one piece of memory that changes hands instead of being copied. */
export class AppendBatch {
  #bytes = Buffer.from(new ArrayBuffer(firstBytes));
  length = 0;

  add(device: DeviceId, payload: Uint8Array): void {
    const needed = this.length + headerBytes + device.length + payload.length;
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#bytes.writeUInt16LE(device.length, this.length);
    this.#bytes.writeUInt32LE(payload.length, this.length + idLengthBytes);
    const at = this.length + headerBytes;
    this.#bytes.write(device, at, "latin1");
    this.#bytes.set(payload, at + device.length);
    this.length = needed;
  }

  /** The memory; the batch is of no further use. */
  get buffer(): ArrayBuffer {
    return this.#bytes.buffer;
  }

  #grow(needed: number): void {
    const larger = Buffer.from(new ArrayBuffer(Math.max(needed, this.#bytes.length * 2)));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}

/** Hands out the messages of a batch in their order; each is a view that stays valid. */
export function readBatch(
  buffer: ArrayBuffer,
  length: number,
  each: (device: DeviceId, payload: Buffer) => void,
): void {
  const bytes = Buffer.from(buffer, 0, length);
  for (let at = 0; at < length; ) {
    const idStart = at + headerBytes;
    const payloadStart = idStart + bytes.readUInt16LE(at);
    const end = payloadStart + bytes.readUInt32LE(at + idLengthBytes);
    each(bytes.toString("latin1", idStart, payloadStart) as DeviceId, bytes.subarray(payloadStart, end));
    at = end;
  }
}
