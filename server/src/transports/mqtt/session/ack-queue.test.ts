import fc from "fast-check";
import { expect, test } from "vitest";
import { AckQueue, type AckSlot } from "./ack-queue.ts";

test("[MQ2] in whatever order they become due, acknowledgements leave in the order of arrival, each once", () => {
  const counts = fc.integer({ min: 1, max: 3_000 });
  fc.assert(
    fc.property(counts, fc.infiniteStream(fc.nat()), (count, numbers) => {
      const queue = new AckQueue();
      const slots = Array.from({ length: count }, (_, index) => queue.open("puback", index + 1, 0));
      const order: AckSlot[] = [...slots].sort(() => (Number(numbers.next().value) % 3) - 1);
      const left: number[] = [];
      for (const slot of order) {
        slot.answer = "plain";
        const bytes = queue.take();
        for (let at = 0; bytes && at < bytes.length; at += 4) left.push(bytes.readUInt16BE(at + 2));
      }

      expect(left).toEqual(slots.map(({ messageId }) => messageId));
      expect(queue.owed).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test("nothing leaves while the oldest is owed", () => {
  const queue = new AckQueue();
  const [first, second] = [queue.open("puback", 1, 0), queue.open("pubrec", 2, 0)];
  second.answer = Buffer.from("refused");

  expect([queue.isDue, queue.take()]).toEqual([false, undefined]);
  first.answer = "plain";

  expect(queue.take()).toEqual(Buffer.concat([Buffer.from([0x40, 2, 0, 1]), Buffer.from("refused")]));
});
