import { expect, test } from "vitest";
import { SqlCommunicationStore } from "../../server/src/adapters/sql/stores/communication-store.ts";
import { type CommunicationEntry, CommunicationLog } from "../../server/src/core/communication/index.ts";
import { type CommunicationId, type DeviceId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";

onEveryDatabase("CommunicationStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const store = new SqlCommunicationStore(database);
    const device = await storedDevice(database);
    const entry = (time: number, more: Partial<CommunicationEntry> = {}): CommunicationEntry => ({
      id: newId<CommunicationId>(),
      deviceId: device.id,
      time: epochMs(time),
      kind: "CONNECT",
      direction: "IN",
      transport: "MQTT",
      messageId: null,
      size: null,
      summary: `at ${time}`,
      error: null,
      payload: null,
      ...more,
    });
    const between = (startTime: number, endTime: number, kind?: string) => ({
      deviceId: device.id,
      startTime: epochMs(startTime),
      endTime: epochMs(endTime),
      kind,
    });
    return { database, store, device, entry, between, [Symbol.asyncDispose]: dispose };
  }

  test("[COM1] entries come back as they were, newest first, start included, end excluded", async () => {
    await using given = await arrange();
    const full = given.entry(20, {
      messageId: 7,
      size: 12,
      error: "why",
      payload: "{",
      direction: "OUT",
      transport: "HTTP",
    });
    const entries = [given.entry(10), full, given.entry(20, { summary: "later of the same moment" }), given.entry(30)];
    await given.store.append(entries);

    const page = await given.store.page(given.between(10, 30), { page: 0, limit: 2147483647 });

    expect(page).toEqual([entries[2], entries[1], entries[0]]);
    expect((await Array.fromAsync(given.store.stream(given.between(10, 30)))).flat()).toEqual(page);
    expect(await given.store.count(given.between(10, 30))).toBe(3);
  });

  test("[COM1] a kind narrows the list", async () => {
    await using given = await arrange();
    await given.store.append([given.entry(1), given.entry(2, { kind: "PING" })]);

    expect(await given.store.page(given.between(0, 9, "PING"), { page: 0, limit: 9 })).toHaveLength(1);
  });

  test("[#17.26] entries are searched by text in all that is shown of them, and by how they ended", async () => {
    await using given = await arrange();
    await given.store.append([
      given.entry(1, { summary: "Connected from 192.0.2.7" }),
      given.entry(2, { kind: "MESSAGE_REJECTED", error: "it is not JSON", payload: '{"Temp_1%": 21,}' }),
      given.entry(3, { kind: "PING", transport: "HTTP" }),
    ]);
    const found = async (more: object) => {
      const query = { ...given.between(0, 9), ...more };
      const page = await given.store.page(query, { page: 0, limit: 9 });
      expect(await given.store.count(query)).toBe(page.length);
      return page.map(({ time }) => time);
    };

    expect(await found({ textSearch: "192.0" })).toEqual([1]);
    expect(await found({ textSearch: "temp_1%" })).toEqual([2]);
    expect(await found({ textSearch: "REJECTED" })).toEqual([2]);
    expect(await found({ textSearch: "_" })).toEqual([2]); // no placeholder
    expect(await found({ failed: true })).toEqual([2]);
    expect(await found({ failed: false })).toEqual([3, 1]);
    expect(await found({ failed: false, textSearch: "json" })).toEqual([]);
  });

  test("entries of a device that is gone are passed over, the others stay", async () => {
    await using given = await arrange();

    await given.store.append([given.entry(1), given.entry(2, { deviceId: newId<DeviceId>() }), given.entry(3)]);

    expect(await given.store.count(given.between(0, 9))).toBe(2);
  });

  test("[COM2] old entries go, and a device keeps its newest", async () => {
    await using given = await arrange();
    await given.store.append([1, 2, 3, 4, 5].map((time) => given.entry(time)));

    expect(await given.store.removeBefore(epochMs(2))).toBe(1);
    await given.store.trim(given.device.id, 2);

    const left = await given.store.page(given.between(0, 9), { page: 0, limit: 9 });
    expect(left.map(({ time }) => time)).toEqual([5, 4]);
  });

  test("[REL2] a device that causes entries without end fills neither memory nor the log, and the log says so", async () => {
    await using given = await arrange();
    let now = 1_000_000;
    const log = new CommunicationLog(given.store, { keepMs: 1, entriesPerDevice: 100, payloadBytes: 100 }, () =>
      epochMs(now),
    );
    const { id: _, time: __, payload: ___, ...bad } = given.entry(0, { kind: "MESSAGE_REJECTED" });

    for (let second = 0; second < 60; second++, now += 1_000) {
      for (let n = 0; n < 500; n++) log.record(bad);
      await log.flush();
    }

    const count = await given.store.count(given.between(0, 2_000_000));
    expect(count).toBeLessThanOrEqual(100 + 500);
    const [newest] = await given.store.page(given.between(0, 2_000_000), { page: 0, limit: 100 });
    expect(newest?.kind).toBe("MESSAGE_REJECTED");
    const said = (await given.store.page(given.between(0, 2_000_000), { page: 0, limit: 1_000 })).filter(
      ({ summary }) => summary.includes("480 more entries were left out"),
    );
    expect(said.length).toBeGreaterThan(0);
  });

  test("[COM2] the log of a device stays bounded on a node that is restarted after a few entries each time", async () => {
    await using given = await arrange();
    await given.store.append(Array.from({ length: 150 }, (_, time) => given.entry(time)));
    const { id: _, time: __, payload: ___, ...entry } = given.entry(0);
    const limits = { keepMs: 1, entriesPerDevice: 100, payloadBytes: 100 };

    for (const start of [0.1, 0.5, 0.999]) {
      const log = new CommunicationLog(given.store, limits, () => epochMs(1_000), { random: () => start });
      log.record(entry);
      await log.flush();
    }

    expect(await given.store.count(given.between(0, 2_000))).toBe(100);
  });
});
