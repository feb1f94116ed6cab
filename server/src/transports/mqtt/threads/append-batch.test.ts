import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { AppendBatch, readBatch } from "./append-batch.ts";

test("messages come out of a batch as they went in, in their order", () => {
  const message = fc.record({ id: fc.uuid(), tenantId: fc.uuid(), payload: fc.uint8Array({ maxLength: 40_000 }) });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      const batch = new AppendBatch();
      for (const { id, tenantId, payload } of messages) {
        batch.add({ id: id as DeviceId, tenantId: tenantId as TenantId }, payload);
      }

      const read: { id: string; tenantId: string; payload: Uint8Array }[] = [];
      readBatch(batch.buffer, batch.length, (device, payload) =>
        read.push({ ...device, payload: new Uint8Array(payload) }),
      );

      expect(read).toEqual(messages);
    }),
    { numRuns: 100 },
  );
});
