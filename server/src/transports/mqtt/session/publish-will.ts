import { handOver, type Receiving } from "./hand-over.ts";
import type { DueWill } from "./wills.ts";

/** A will is a message of its device with nobody left to answer; that it failed is on record. */
export function publishWill(receiving: Receiving, { device, topic, payload }: DueWill): void {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  handOver(receiving, device, topic, bytes, () => undefined).catch((error: unknown) => {
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
