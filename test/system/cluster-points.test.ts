import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JsonDocument, type Receipt } from "../../server/src/core/telemetry/index.ts";
import { type DeviceId, type MqttSessionId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";
import { isLongRun } from "../switches.ts";

/** Between one append of a device and the next: at any moment one of ten is under way all the same. */
const pauseMs = isLongRun() ? 0 : 20;
const everything = { from: epochMs(-1e15), to: epochMs(1e15) };

describe.skipIf(!hasCluster())("points of devices that another node has", () => {
  let place: ClusterPlace;
  const nodes: TestApp[] = [];
  const owners: TestTenant[] = [];
  let devices: DeviceId[] = [];

  beforeAll(async () => {
    place = await ClusterPlace.start();
    nodes.push(await startApp(place.env), await startApp(place.env));
    const home = await (nodes[0] as TestApp).firstTenant();
    owners.push(home);
    const made = await Promise.all(Array.from({ length: 12 }, () => (nodes[0] as TestApp).device(home)));
    devices = made.map(({ id }) => id.id as DeviceId);
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    await place?.[Symbol.asyncDispose]();
  });

  const storeAt = (node: number) => (nodes[node] as TestApp).platform.telemetryStore;
  const owner = () => owners[0]?.id as TenantId;

  test("[CLU2, TEL3] what is appended at one is read at the other: latest, history, aggregates, keys, with all digits", async () => {
    const values = [1.5, -0, true, "text €", 2n ** 80n, new JsonDocument('{"a":[12345678901234567890]}')];
    for (const [i, device] of devices.entries())
      await storeAt(i % 2).append(
        device,
        values.map((value, ts) => ({ key: `k${ts}`, ts: epochMs(ts + 1), value })),
        { owner: owner() },
      );

    for (const device of devices) {
      for (const node of [0, 1]) {
        const latest = await storeAt(node).latest(device, "all");
        expect([...latest.values()].map(({ value }) => value)).toEqual(values);
        expect(await storeAt(node).keys(device)).toEqual(["k0", "k1", "k2", "k3", "k4", "k5"]);
        expect(await storeAt(node).aggregate(device, "k0", [epochMs(0), epochMs(10)], "SUM")).toEqual([
          { ts: 0, value: 1.5 },
        ]);
      }
    }
    const series = devices.map((device) => ({ device, key: "k0" }));
    for (const node of [0, 1])
      expect((await storeAt(node).newest(series)).map((sample) => sample?.value)).toEqual(devices.map(() => 1.5));
  });

  test("[CLU2, TEL2] a long history comes chunk by chunk, in either order, and as far as asked", async () => {
    const points = Array.from({ length: 5_000 }, (_, ts) => ({ key: "long", ts: epochMs(ts), value: ts }));
    for (const device of devices.slice(0, isLongRun() ? 4 : 2)) {
      await storeAt(0).append(device, points, { owner: owner() });
      for (const node of [0, 1]) {
        const up = (await Array.fromAsync(storeAt(node).scan(device, "long", everything))).flat();
        expect(up.map(({ ts }) => ts)).toEqual(points.map(({ ts }) => ts));
        const down = (await Array.fromAsync(storeAt(node).scan(device, "long", everything, "DESC", 3_000))).flat();
        expect(down.map(({ ts }) => ts)).toEqual(
          points
            .map(({ ts }) => ts)
            .reverse()
            .slice(0, 3_000),
        );
      }
    }
  });

  test("[CLU2, #17.24] keys and the devices that have them are found at every node, whoever has them", async () => {
    for (const [i, device] of devices.entries())
      await storeAt(i % 2).append(device, [{ key: `Sought ${i}`, ts: epochMs(1), value: i }], { owner: owner() });

    for (const node of [0, 1]) {
      const { keySearch } = storeAt(node);
      const found = await keySearch.keys(owner(), { words: ["sought"], patterns: [] }, 100);
      expect(found.toSorted()).toEqual(devices.map((_, i) => `Sought ${i}`).toSorted());
      expect([...(await keySearch.devices(owner(), found))].toSorted()).toEqual(devices.toSorted());
    }
  });

  test("[CLU2] one text of several megabytes crosses whole, and is refused whole where it is too much", async () => {
    const [device = "" as DeviceId] = devices;
    const long = "ü".repeat(1_000_000);
    for (const node of [0, 1])
      await storeAt(node).append(device, [{ key: `long ${node}`, ts: epochMs(1), value: long }], { owner: owner() });

    for (const node of [0, 1])
      expect((await storeAt(node).latest(device, "all")).get(`long ${1 - node}`)?.value).toBe(long);
    const more = "ü".repeat(3_000_000);
    for (const node of [0, 1])
      await expect(storeAt(node).append(device, [{ key: "more", ts: epochMs(1), value: more }])).rejects.toMatchObject({
        code: "TELEMETRY_BATCH_TOO_LARGE",
      });
  });

  test("[CLU2, PRJ2] a search by newest values finds devices of all nodes, wherever it is asked", async () => {
    for (const [i, device] of devices.entries())
      await storeAt(i % 2).append(device, [{ key: "found", ts: epochMs(1), value: i }], { owner: owner() });
    const question = { key: "found", comparison: "GREATER" as const, value: 5 };

    for (const node of [0, 1]) {
      const found = await storeAt(node).search.matching(owner(), question);
      expect(devices.filter((device) => found.has(device))).toEqual(devices.slice(6));
      expect(await storeAt(node).search.estimate(owner(), question)).toBe(6);
    }
  });

  test("[CLU2, MQ7] the receipt of a QoS 2 message has one position, at whichever node its session is, and is noted once", async () => {
    for (const device of devices.slice(0, 4)) {
      const session = newId<MqttSessionId>();
      for (const at of [0, 1]) {
        const store = storeAt(at);
        const receipt: Receipt = { session, packetId: at + 1, position: 0 };
        await store.arrived(session, device); // as whoever takes the session up asks
        await store.append(device, [{ key: "q", ts: epochMs(at), value: at }], { owner: owner(), receipt });

        for (const node of [0, 1]) expect((await storeAt(node).arrived(session, device)).receipts).toEqual([receipt]);
        store.saved(session, receipt.position);
        await expect.poll(async () => (await storeAt(0).arrived(session, device)).receipts).toEqual([]);
      }
    }
  });

  test("[CLU3, MQ7] a node whose session another one has taken up stores nothing more in its name, be the device its own or not", async () => {
    const bring = (node: number, device: DeviceId, session: MqttSessionId) =>
      storeAt(node).append(device, [{ key: "s", ts: epochMs(node), value: node }], {
        ...{ owner: owner(), receipt: { session, packetId: 1, position: 0 } },
      });
    const elsewhere = { code: "MQTT_SESSION_ELSEWHERE" };
    for (const device of devices.slice(0, 4)) {
      const { session } = await (nodes[0] as TestApp).platform.mqttSessions.open(device, "kept", epochMs(1));
      await expect(bring(1, device, session.id)).rejects.toMatchObject(elsewhere);
      await bring(0, device, session.id);

      await storeAt(1).arrived(session.id, device);
      await expect(bring(0, device, session.id)).rejects.toMatchObject(elsewhere);
      await bring(1, device, session.id);

      await storeAt(0).arrived(session.id, device);
      await expect(bring(1, device, session.id)).rejects.toMatchObject(elsewhere);
      await bring(0, device, session.id);
    }
  });

  test("[CLU2, DEV3] what is deleted or forgotten at one is gone at the other", async () => {
    const [first = "" as DeviceId, second = "" as DeviceId] = devices;
    for (const device of [first, second]) await storeAt(1).delete(device, { only: ["k0"] }, everything);
    for (const device of [first, second]) await storeAt(0).forget(device);

    for (const node of [0, 1])
      for (const device of [first, second]) expect(await storeAt(node).keys(device)).toEqual([]);
  });

  test("[CLU4] while a node stops and another starts, no append and no read fails, and nothing is lost", async () => {
    let isOver = false;
    const acknowledged = new Map<DeviceId, number>();
    const busy = devices.slice(2).map(async (device) => {
      for (let ts = 1; !isOver; ts++) {
        await storeAt(0).append(device, [{ key: "moved", ts: epochMs(ts), value: ts }], { owner: owner() });
        acknowledged.set(device, ts);
        expect((await storeAt(0).latest(device, { only: ["moved"] })).get("moved")?.ts).toBe(ts);
        await sleep(pauseMs);
      }
    });
    await (nodes.pop() as TestApp)[Symbol.asyncDispose]();
    nodes.push(await startApp(place.env));
    await expect
      .poll(async () => (nodes[1] as TestApp).platform.cluster?.membership.holdsAny, { timeout: 15_000 })
      .toBe(true);
    isOver = true;
    await Promise.all(busy);

    for (const [device, ts] of acknowledged)
      for (const node of [0, 1]) {
        const stored = (await Array.fromAsync(storeAt(node).scan(device, "moved", everything))).flat();
        expect(stored.map((point) => point.value)).toEqual(Array.from({ length: ts }, (_, i) => i + 1));
      }
  });
});
