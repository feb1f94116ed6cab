import type { PointSource, Receipt } from "../../../core/telemetry/index.ts";
import type { DeviceId, MqttSessionId, TenantId } from "../../../kernel/ids.ts";

/** A record: lengths of the three ids and the payload, packet identifier; ids of device, tenant and session, payload. */
const tenantAt = 1;
const sessionAt = 2;
const packetAt = 3;
const payloadAt = 5;
const headerBytes = payloadAt + 4;
const firstBytes = 16_384;

/** Messages on their way to another thread, in one piece of memory that changes hands instead of being copied. */
export class AppendBatch {
  #bytes = Buffer.from(new ArrayBuffer(firstBytes));
  length = 0;

  /** Without a session there is no receipt. */
  add({ id, tenantId }: PointSource, payload: Uint8Array, receipt?: Receipt): void {
    const session = receipt?.session ?? "";
    const ids = id.length + tenantId.length + session.length;
    const needed = this.length + headerBytes + ids + payload.length;
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#bytes.writeUInt8(id.length, this.length);
    this.#bytes.writeUInt8(tenantId.length, this.length + tenantAt);
    this.#bytes.writeUInt8(session.length, this.length + sessionAt);
    this.#bytes.writeUInt16LE(receipt?.packetId ?? 0, this.length + packetAt);
    this.#bytes.writeUInt32LE(payload.length, this.length + payloadAt);
    const at = this.length + headerBytes;
    this.#bytes.write(id, at, "latin1");
    this.#bytes.write(tenantId, at + id.length, "latin1");
    this.#bytes.write(session, at + id.length + tenantId.length, "latin1");
    this.#bytes.set(payload, at + ids);
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
  each: (device: PointSource, payload: Buffer, receipt: Receipt | undefined) => void,
): void {
  const bytes = Buffer.from(buffer, 0, length);
  for (let at = 0; at < length; ) {
    const idStart = at + headerBytes;
    const tenantStart = idStart + bytes.readUInt8(at);
    const sessionStart = tenantStart + bytes.readUInt8(at + tenantAt);
    const payloadStart = sessionStart + bytes.readUInt8(at + sessionAt);
    const end = payloadStart + bytes.readUInt32LE(at + payloadAt);
    const id = bytes.toString("latin1", idStart, tenantStart) as DeviceId;
    const tenantId = bytes.toString("latin1", tenantStart, sessionStart) as TenantId;
    const session = bytes.toString("latin1", sessionStart, payloadStart) as MqttSessionId;
    const receipt = session === "" ? undefined : { session, packetId: bytes.readUInt16LE(at + packetAt), position: 0 };
    each({ id, tenantId }, bytes.subarray(payloadStart, end), receipt);
    at = end;
  }
}
