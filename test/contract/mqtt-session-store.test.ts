import { expect, test } from "vitest";
import { followWithPushes } from "../../server/src/adapters/sql/stores/attribute-push-follower.ts";
import { SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { SqlMqttSessionStore } from "../../server/src/adapters/sql/stores/mqtt-session-store.ts";
import { type MqttSessionId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";

const bound = 5;
const attributes = "v1/devices/me/attributes";
const subscribed = [{ filter: attributes, qos: 1 as const, identifier: 7 }];

onEveryDatabase("MqttSessionStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const store = new SqlMqttSessionStore(database, bound, "this node");
    const other = new SqlMqttSessionStore(database, bound, "another node");
    const device = await storedDevice(database);
    const push = (payload: string) =>
      store.queue({ deviceId: device.id, topic: attributes, payload, time: epochMs(1) });
    const openSession = (clientId = "client", now = 1_000) => store.open(device.id, clientId, epochMs(now));
    const listening = async (clientId = "client") => {
      const { session } = await openSession(clientId);
      await store.saveSubscriptions(session.id, subscribed, true);
      return session.id;
    };
    return { database, store, other, device, push, openSession, listening, [Symbol.asyncDispose]: dispose };
  }

  test("[MQ7] a session is kept per device and client id, with its subscriptions", async () => {
    await using given = await arrange();
    const id = await given.listening();
    const state = { received: [3, 9], receivedUpTo: 12, sentUpTo: 4, expires: epochMs(5_000) };

    await given.store.suspend(id, state);

    const again = await given.openSession("client", 4_999);
    expect(again).toEqual({
      session: { id, subscriptions: subscribed, received: [3, 9], receivedUpTo: 12, sentUpTo: 4 },
      present: true,
    });
    expect((await given.openSession("another")).present).toBe(false);
  });

  test("[MQ7] an expired or discarded session is not present, and its queue is gone", async () => {
    await using given = await arrange();
    const id = await given.listening();
    await given.push("{}");
    await given.store.suspend(id, { received: [], receivedUpTo: 0, sentUpTo: 0, expires: epochMs(5_000) });

    const { session, present } = await given.openSession("client", 5_000);
    await given.store.discard(given.device.id, "client");

    expect(present).toBe(false);
    expect(await given.store.queued(session.id, 0, 10)).toEqual([]);
    expect((await given.openSession()).present).toBe(false);
  });

  test("[MQ7, REL2] a device has ten sessions: those that would end first give way, connected ones never", async () => {
    await using given = await arrange();
    const connected = await given.listening("connected");
    for (let n = 0; n < 12; n++) {
      const { session } = await given.openSession(`away ${n}`);
      await given.store.suspend(session.id, {
        received: [],
        receivedUpTo: 0,
        sentUpTo: 0,
        expires: epochMs(9_000 - n),
      });
    }

    const kept = await given.database.read.selectFrom("mqtt_sessions").select("client_id").execute();
    expect(kept.map(({ client_id }) => client_id).sort()).toEqual(
      ["connected", "away 11", ...Array.from({ length: 8 }, (_, n) => `away ${n}`)].sort(),
    );
    await given.push("{}");
    expect(await given.store.queued(connected, 0, 10)).toHaveLength(1);
  });

  test("[MQ7] a device with too many sessions that are all connected can open one more", async () => {
    await using given = await arrange();
    const store = new SqlMqttSessionStore(given.database, bound, "this node", 2);
    for (const client of ["a", "b", "c"]) await store.open(given.device.id, client, epochMs(1));

    expect((await store.open(given.device.id, "a", epochMs(2))).present).toBe(true);
  });

  test("[MQ7] the sessions of one device take no room from another's", async () => {
    await using given = await arrange();
    const other = await storedDevice(given.database);
    const store = new SqlMqttSessionStore(given.database, bound, "this node", 1);
    const { session } = await store.open(given.device.id, "a", epochMs(1));
    await store.suspend(session.id, { received: [], receivedUpTo: 0, sentUpTo: 0, expires: epochMs(9) });

    await store.open(other.id, "b", epochMs(1));

    expect((await store.open(given.device.id, "a", epochMs(2))).present).toBe(true);
  });

  test("[MQ7] pushes wait in order for every session that wants them, until acknowledged", async () => {
    await using given = await arrange();
    const [first, second] = [await given.listening("a"), await given.listening("b")];
    const { session: deaf } = await given.openSession("deaf");
    for (const payload of ["1", "2", "3"]) await given.push(payload);

    await given.store.acknowledge(first, [1, 2]);

    expect(await given.store.queued(first, 0, 10)).toEqual([{ number: 3, topic: attributes, payload: "3" }]);
    expect((await given.store.queued(second, 1, 1)).map(({ payload }) => payload)).toEqual(["2"]);
    expect(await given.store.queued(deaf.id, 0, 10)).toEqual([]);
  });

  test("[MQ7] a queue is bounded: the oldest give way, numbers are never used twice", async () => {
    await using given = await arrange();
    const id = await given.listening();

    for (let n = 1; n <= bound + 3; n++) await given.push(String(n));

    expect((await given.store.queued(id, 0, 100)).map(({ number }) => number)).toEqual([4, 5, 6, 7, 8]);
  });

  test("[MQ7] a change of shared attributes and its push are there together or not at all", async () => {
    await using given = await arrange();
    const id = await given.listening();
    const broken = new SqlAttributeStore(given.database, 100, [
      followWithPushes(bound),
      async () => Promise.reject(new Error("the disk is full")),
    ]);
    const whole = new SqlAttributeStore(given.database, 100, [followWithPushes(bound)]);
    const change = {
      tenantId: given.device.tenantId,
      deviceId: given.device.id,
      time: epochMs(1),
      values: new Map([["limit", 9_223_372_036_854_775_807n]]),
      deleted: [],
    };

    await expect(broken.apply({ ...change, scope: "SHARED_SCOPE" })).rejects.toThrow("the disk is full");
    expect(await given.store.queued(id, 0, 9)).toEqual([]);
    await whole.apply({ ...change, scope: "SERVER_SCOPE" });
    await whole.apply({ ...change, scope: "SHARED_SCOPE" });
    await whole.apply({ ...change, scope: "SHARED_SCOPE", values: new Map(), deleted: ["limit", "unknown"] });

    const payloads = (await given.store.queued(id, 0, 9)).map(({ payload }) => payload);
    expect(payloads).toEqual(['{"limit":9223372036854775807}', '{"deleted":["limit"]}']);
  });

  test("[REL1] a session taken up after a kill knows that what is queued may have been sent", async () => {
    await using given = await arrange();
    const id = await given.listening();
    await given.push("1");
    await given.push("2");
    await given.store.saveReceived(id, [5, 6], 7);

    const again = await given.other.open(given.device.id, "client", epochMs(8_000));

    expect(again).toMatchObject({ present: true, session: { id, sentUpTo: 2, received: [5, 6] } });
  });

  test("[MQ7] sessions connected to a node that runs are left alone; those of one that was killed end some day", async () => {
    await using given = await arrange();
    await given.store.renewLease(epochMs(1_000));
    await given.other.renewLease(epochMs(2_000));
    await given.listening("ours");
    await given.other.open(given.device.id, "theirs", epochMs(0));

    await given.other.suspendAbandoned(epochMs(999), epochMs(5_000));
    expect(await given.store.removeExpired(epochMs(5_000))).toBe(0);
    await given.other.suspendAbandoned(epochMs(1_000), epochMs(5_000));

    expect(await given.store.removeExpired(epochMs(5_000))).toBe(1);
    expect((await given.openSession("theirs", 9_000)).present).toBe(true);
  });

  test("[MQ7] sessions whose connections were lost are suspended: those named, connected and ours", async () => {
    await using given = await arrange();
    const lost = await given.listening("lost");
    await given.push("{}");
    await given.listening("connected");
    await given.other.open(given.device.id, "theirs", epochMs(0));
    const away = await given.listening("away");
    await given.store.suspend(away, { received: [], receivedUpTo: 0, sentUpTo: 0, expires: epochMs(9_000) });
    const named = ["lost", "theirs", "away", "unknown"].map((clientId) => ({ deviceId: given.device.id, clientId }));
    const many = Array.from({ length: 1_500 }, (_, n) => ({ deviceId: given.device.id, clientId: `none ${n}` }));

    await given.store.suspendLeft([...many, ...named], epochMs(5_000));

    const taken = await given.openSession("lost", 4_999);
    expect(taken).toMatchObject({ present: true, session: { id: lost, sentUpTo: 1 } });
    await given.store.suspendLeft(named, epochMs(5_000));
    expect(await given.store.removeExpired(epochMs(5_000))).toBe(1);
    expect((await given.openSession("connected", 9_500)).present).toBe(true);
    expect((await given.openSession("theirs", 9_500)).present).toBe(true);
    expect((await given.openSession("away", 8_999)).present).toBe(true);
    await given.store.suspendLeft([], epochMs(1));
  });

  test("[MQ7] receipts behind what a session has seen are added, those it has seen or released are not", async () => {
    await using given = await arrange();
    const id = await given.listening();
    await given.store.saveReceived(id, [5], 7);
    const receipt = (packetId: number, position: number, session = id) => ({ session, packetId, position });

    await given.store.addReceived([
      receipt(4, 7),
      receipt(6, 8),
      receipt(9, 9),
      receipt(1, 99, newId<MqttSessionId>()),
    ]);
    await given.store.addReceived([receipt(3, 9)]);

    expect(await given.store.highestReceivedUpTo()).toBe(9);
    const { session } = await given.openSession("client", 3);
    expect([session.received, session.receivedUpTo]).toEqual([[5, 6, 9], 9]);
  });

  test("[MQ7] a session that another node took up is not changed by the one that had it", async () => {
    await using given = await arrange();
    const id = await given.listening();
    await given.other.open(given.device.id, "client", epochMs(1));

    await given.store.suspend(id, { received: [1], receivedUpTo: 0, sentUpTo: 9, expires: epochMs(2) });
    await given.store.saveSubscriptions(id, [], false);
    await given.store.saveReceived(id, [2], 7);
    await given.store.end(id);

    const { session, present } = await given.openSession("client", 3);
    expect([session.subscriptions, session.received, session.sentUpTo, present]).toEqual([subscribed, [], 0, true]);
    await given.store.end(id);
    expect((await given.openSession()).present).toBe(false);
  });

  test("[DEV3] a removed device takes its sessions along; expired ones are removed", async () => {
    await using given = await arrange();
    const id = await given.listening();
    await given.store.suspend(id, { received: [], receivedUpTo: 0, sentUpTo: 0, expires: epochMs(10) });

    expect(await given.store.removeExpired(epochMs(10))).toBe(1);
    await given.listening();
    await given.push("1");
    await given.device.remove();
    expect(await given.store.removeExpired(epochMs(Number.MAX_SAFE_INTEGER))).toBe(0);
  });
});
