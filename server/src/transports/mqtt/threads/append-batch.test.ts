import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeviceId } from "../../../kernel/ids.ts";
import { AppendBatch, readBatch } from "./append-batch.ts";

test("messages come out of a batch as they went in, in their order", () => {
  const message = fc.record({ device: fc.uuid(), payload: fc.uint8Array({ maxLength: 40_000 }) });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      const batch = new AppendBatch();
      for (const { device, payload } of messages) batch.add(device as DeviceId, payload);

      const read: { device: string; payload: Uint8Array }[] = [];
      readBatch(batch.buffer, batch.length, (device, payload) =>
        read.push({ device, payload: new Uint8Array(payload) }),
      );

      expect(read).toEqual(messages);
    }),
    { numRuns: 100 },
  );
});
