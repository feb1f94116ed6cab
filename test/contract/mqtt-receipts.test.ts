import { expect, test } from "vitest";
import { SqlMqttSessionStore } from "../../server/src/adapters/sql/stores/mqtt-session-store.ts";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { keepReceipts, recoverReceipts, withReceipts } from "../../server/src/core/mqtt-sessions/index.ts";
import type { Receipt } from "../../server/src/core/telemetry/index.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";
import { quickFolder } from "../support/temp-folder.ts";

onEveryDatabase("receipts of QoS 2 messages", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const folder = quickFolder();
    const { id: device } = await storedDevice(database);
    let points = await openTelemetryBlocks({ folder: folder.path, readers: 1 });
    const records = new SqlMqttSessionStore(database, 10, "node");
    const given = {
      device,
      records,
      get points() {
        return points;
      },
      get sessions() {
        return withReceipts(records, points);
      },
      openSession: async () => (await given.sessions.open(device, "client", epochMs(1))).session,
      /** The first of the two steps: the points are durable, nothing is noted yet. */
      store: async (packetId: number) => {
        const { id: session } = await records.open(device, "client", epochMs(1)).then((opened) => opened.session);
        const receipt: Receipt = { session, packetId, position: 0 };
        await points.append(device, [{ key: "k", ts: epochMs(packetId), value: 1 }], { receipt });
        return receipt;
      },
      /** Nothing is noted on the way: the next start finds what a killed node leaves behind. */
      restart: async () => {
        await points.close();
        points = await openTelemetryBlocks({ folder: folder.path, readers: 1 });
        await recoverReceipts(points, records);
      },
      [Symbol.asyncDispose]: async () => {
        await points.close();
        await folder[Symbol.asyncDispose]();
        await dispose();
      },
    };
    return given;
  }

  test("[MQ7] killed between the commit of points and the note of their packet, the session knows the packet", async () => {
    await using given = await arrange();
    await given.store(7);
    await given.restart();

    expect((await given.openSession()).received).toEqual([7]);
    expect(given.points.unsaved({ olderThanMs: 0 })).toEqual([]);
  });

  test("[MQ7] a session is not opened while a message of it is on its way: its repetition would be a new one", async () => {
    await using given = await arrange();
    const { id: session } = await given.openSession();
    const arrives = Promise.withResolvers<void>();
    const slow = {
      unsaved: () => [],
      saved: () => undefined,
      startAfter: async () => undefined,
      recover: async () => undefined,
    };
    const log = { ...slow, arrived: () => arrives.promise.then(() => ({ wasUnderWay: true, receipts: [] })) };
    let isOpen = false;

    const opening = withReceipts(given.records, log)
      .open(given.device, "client", epochMs(1))
      .finally(() => {
        isOpen = true;
      });
    await given.records.open(given.device, "client", epochMs(1)); // by now the other one has read its record
    expect(isOpen).toBe(false);
    await given.records.saveReceived(session, [7], 1); // noted by the connection before
    arrives.resolve();

    expect((await opening).session.received).toEqual([7]);
  });

  test("[MQ7] what is on its way into the log is known, and whoever waits for it finds it there", async () => {
    await using given = await arrange();
    const { id: session } = await given.openSession();
    const receipt: Receipt = { session, packetId: 7, position: 0 };

    const stored = given.points.append(given.device, [{ key: "k", ts: epochMs(1), value: 1 }], { receipt });
    const arrived = given.points.arrived(session);
    const { received } = await given.openSession();

    expect({ received, position: receipt.position > 0 }).toEqual({ received: [7], position: true });
    await stored;
    expect((await arrived).wasUnderWay).toBe(true);
    expect((await given.points.arrived(session)).wasUnderWay).toBe(false);
  });

  test("[MQ7] killed after the release of a packet, its identifier is free for another message", async () => {
    await using given = await arrange();
    const { session, position } = await given.store(7);
    await given.sessions.saveReceived(session, [7], position);
    await given.sessions.saveReceived(session, [], position);
    await given.restart();
    expect((await given.openSession()).received).toEqual([]);

    const again = await given.store(7);
    await given.restart();

    expect(again.position).toBeGreaterThan(position);
    expect((await given.openSession()).received).toEqual([7]);
  });

  test("[MQ7] a device that comes back before its packet was noted is known by the log", async () => {
    await using given = await arrange();
    const { position } = await given.store(7);

    expect(await given.openSession()).toMatchObject({ received: [7], receivedUpTo: position });
  });

  test("[MQ7] what could not be noted is noted later, and the log may go on", async () => {
    await using given = await arrange();
    const { session, position } = await given.store(7);
    await keepReceipts(given.points, { addReceived: () => Promise.reject(new Error("away")) }, 0).catch(
      () => undefined,
    );
    expect(given.points.unsaved({ session })).toMatchObject([{ packetId: 7, position }]);

    await keepReceipts(given.points, given.records, 0);

    expect(given.points.unsaved({ session })).toEqual([]);
    expect(await given.records.highestReceivedUpTo()).toBe(position);
  });
});
