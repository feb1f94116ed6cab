import { expect, test } from "vitest";
import type { MqttSessionId } from "../../../kernel/ids.ts";
import { Received } from "./received.ts";

/** A disk that is ready when the test says so. */
function slowDisk() {
  const written: (readonly number[])[] = [];
  const waiting: (() => void)[] = [];
  const save = (identifiers: readonly number[]) => {
    written.push(identifiers);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const othersHadTheirTurn = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { written, save, othersHadTheirTurn, ready: () => waiting.shift()?.() };
}

test("identifiers that come while a write is running share the next one", async () => {
  const disk = slowDisk();
  const received = new Received([7], disk.save);
  const durable: number[] = [];

  for (const id of [1, 2, 3]) {
    void received.add(id).then(() => durable.push(id));
    await disk.othersHadTheirTurn();
  }
  expect([disk.written, durable]).toEqual([[[7, 1]], []]);
  disk.ready();
  await disk.othersHadTheirTurn();
  expect([disk.written, durable]).toEqual([
    [
      [7, 1],
      [7, 1, 2, 3],
    ],
    [1],
  ]);
  disk.ready();
  await disk.othersHadTheirTurn();

  expect(durable).toEqual([1, 2, 3]);
});

test("after closing nothing is written, and closing waits for what is", async () => {
  const disk = slowDisk();
  const received = new Received([], disk.save);
  void received.add(1);
  await disk.othersHadTheirTurn();
  let isClosed = false;

  void received.close().then(() => {
    isClosed = true;
  });
  await received.add(2);
  expect(isClosed).toBe(false);
  disk.ready();
  await disk.othersHadTheirTurn();

  expect([isClosed, disk.written]).toEqual([true, [[1]]]);
});

test("without a session to keep nothing is written", async () => {
  const received = new Received([], undefined);

  await received.add(1);
  expect(received.has(1)).toBe(true);
  await received.release(1);

  expect(received.all).toEqual([]);
});

test("[MQ7] what is known of the log moves on only past messages that all have an answer", async () => {
  const saved: [readonly number[], number][] = [];
  const received = new Received([], async (...state) => void saved.push(state), 5);
  const receipt = (packetId: number) => ({ session: "s" as MqttSessionId, packetId, position: 0 });
  const [first, second, refused] = [receipt(1), receipt(2), receipt(3)];
  for (const each of [first, second, refused]) received.expect(each);

  second.position = 11;
  received.settle(second);
  await received.add(2);
  first.position = 10;
  received.settle(first);
  received.settle(refused);
  await received.add(1);

  expect(saved).toEqual([
    [[2], 5],
    [[2, 1], 11],
  ]);
});

test("[MQ7] a position that several messages share is passed with the last of them", () => {
  const received = new Received([], undefined);
  const receipts = [1, 2].map((packetId) => ({ session: "s" as never, packetId, position: 9 }));
  for (const receipt of receipts) received.expect(receipt);

  const passed = receipts.map((receipt) => {
    received.settle(receipt);
    return received.upTo;
  });

  expect(passed).toEqual([0, 9]);
});
