import type { DeviceStore } from "../../../core/devices/index.ts";
import { handOver, type Receiving } from "./hand-over.ts";
import type { DueWill } from "./wills.ts";

export interface WillReceiving extends Receiving {
  /** Where to ask whether the device still exists; without it, it does. */
  readonly devices?: Pick<DeviceStore, "find">;
}

/** A will is a message of its device with nobody left to answer; that it failed is on record. Never rejects. */
export async function publishWill(receiving: WillReceiving, will: DueWill): Promise<void> {
  const { device, payload } = will;
  await receive(receiving, will).catch((error: unknown) => {
    receiving.gateway.remark(device, {
      kind: "MESSAGE_REJECTED",
      direction: "IN",
      messageId: undefined,
      size: payload.length,
      summary: "The will could not be published",
      error: error instanceof Error ? error.message : String(error),
    });
  });
}

/** Nothing is stored in the name of a device that is gone, another node may have removed it [DEV3]. */
async function receive(receiving: WillReceiving, will: DueWill): Promise<void> {
  const { device, topic, payload, version, time } = will;
  const { devices } = receiving;
  if (devices && !(await devices.find(device.tenantId, device.id))) return;
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  await handOver(receiving, { device, version, ...(time && { time }) }, topic, bytes, () => undefined);
}
