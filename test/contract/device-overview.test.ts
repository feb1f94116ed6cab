import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlCommandStore } from "../../server/src/adapters/sql/stores/command-store.ts";
import { SqlCommunicationStore } from "../../server/src/adapters/sql/stores/communication-store.ts";
import { SqlPinStore } from "../../server/src/adapters/sql/stores/pin-store.ts";
import { SqlTimelineStore } from "../../server/src/adapters/sql/stores/timeline-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import type { CommandBody } from "../../server/src/core/commands/index.ts";
import type { StoredKind } from "../../server/src/core/device-overview/index.ts";
import {
  type AuthorityId,
  type CommandId,
  type CommunicationId,
  type DeviceId,
  newId,
  type UserId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";

const silenceMs = 600_000;
const everything: readonly StoredKind[] = ["CONTACT", "FILE", "ALARM", "COMMAND"];

onEveryDatabase("what one sees first of a device", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const device = await storedDevice(database);
    const log = new SqlCommunicationStore(database);
    const contact = (time: number, kind: string, more: object = {}) =>
      log.append([
        {
          ...{ id: newId<CommunicationId>(), deviceId: device.id, time: epochMs(time), kind, direction: "IN" },
          ...{ transport: "MQTT", messageId: null, size: null, summary: kind, error: null, payload: null },
          ...more,
        },
      ]);
    const command = (time: number, body: CommandBody) =>
      new SqlCommandStore(database).add(
        {
          ...{ id: newId<CommandId>(), deviceId: device.id, body, createdTime: epochMs(time), createdBy: "ada" },
          ...{ expiresTime: null, timeoutMs: null },
        },
        10,
      );
    const alarm = (createdTime: number, ackTs: number | null, clearTs: number | null) =>
      database.write
        .insertInto("alarms")
        .values({
          ...{ id: randomUUID(), tenant_id: device.tenantId, originator_type: "DEVICE", originator_id: device.id },
          ...{ device_id: device.id, type: "Too hot", type_key: `too hot ${createdTime}`, severity: 5 },
          ...{ acknowledged: ackTs === null ? 0 : 1, cleared: clearTs === null ? 0 : 1, created_time: createdTime },
          ...{ start_ts: createdTime, end_ts: createdTime, ack_ts: ackTs, clear_ts: clearTs },
          ...{ assignee_id: null, assign_ts: null, details: null },
        })
        .execute();
    const file = (name: string, receivedTime: number | null) =>
      database.write
        .insertInto("files")
        .values({
          ...{
            id: randomUUID(),
            device_id: device.id,
            tenant_id: device.tenantId,
            tag: "raw",
            name,
            base_name: name,
            search_text: name,
          },
          ...{ status: receivedTime === null ? 0 : 2, created_time: 1, listed_size: null, listed_start: null },
          ...{ listed_end: null, listing: null, sha256: null, size: 1, received_time: receivedTime, damage: null },
          ...{ processing: "NONE", error: null, content_start: null, content_end: null, channel_count: null },
          ...{ sample_count: null, device_start: null, start_time: 1, end_time: 2 },
        })
        .execute();
    const store = new SqlTimelineStore(database, silenceMs);
    const newest = async (before: number, kinds = everything, limit = 50) =>
      (await store.newest({ deviceId: device.id, kinds, before: epochMs(before), limit })).map(
        ({ time, what, text, severity, failed }) => [time, what, text, severity, failed] as const,
      );
    return { database, device, contact, command, alarm, file, newest, [Symbol.asyncDispose]: dispose };
  }

  test("[#17.22] contacts, files, alarms and commands of a device come in one order, newest first, up to a moment", async () => {
    await using given = await arrange();
    await given.contact(10, "CONNECT");
    await given.contact(60, "MESSAGE_REJECTED", { error: "no JSON" });
    await given.file("on-the-device.osf", null);
    await given.file("a.osf", 20);
    await given.alarm(30, 40, 50);
    await given.command(35, { type: "RPC", method: "setRelay", params: "{}", oneway: false });
    await given.command(36, { type: "REQUEST_FILE", name: "/b.osf", tag: "raw" });
    await given.command(99, { type: "SCPI", target: "dev", text: "*IDN?" });

    expect(await given.newest(99)).toEqual([
      [60, "MESSAGE_REJECTED", "MESSAGE_REJECTED", null, true],
      [50, "CLEARED", "Too hot", "CRITICAL", false],
      [40, "ACKNOWLEDGED", "Too hot", "CRITICAL", false],
      [36, "QUEUED", "REQUEST_FILE /b.osf", null, false],
      [35, "QUEUED", "RPC setRelay", null, false],
      [30, "RAISED", "Too hot", "CRITICAL", false],
      [20, "RECEIVED", "a.osf", null, false],
      [10, "CONNECT", "CONNECT", null, false],
    ]);
    expect(await given.newest(99, ["FILE"])).toHaveLength(1);
    expect((await given.newest(100, everything, 2)).map(([time]) => time)).toEqual([99, 60]);
  });

  test("[#17.22] a device that asks every minute is told of once, until it was silent", async () => {
    await using given = await arrange();
    const ping = (time: number) => given.contact(time, "PING", { transport: "HTTP" });
    for (const time of [1_000, 61_000, 121_000, 121_000 + silenceMs, 122_001 + 2 * silenceMs]) await ping(time);
    await given.contact(130_000, "CONNECT");

    const told = await given.newest(10 * silenceMs);

    expect(told.map(([time, what]) => [time, what])).toEqual([
      [122_001 + 2 * silenceMs, "PING"],
      [130_000, "CONNECT"],
      [1_000, "PING"],
    ]);
  });

  test("[#17.22] pins are one's own, keep their order, are forgotten, and go with the device and the user", async () => {
    await using given = await arrange();
    const { database, device } = given;
    const [pins, users] = [new SqlPinStore(database), new SqlUserStore(database)];
    const somebody = async (): Promise<UserId> => {
      const id = newId<UserId>();
      const names = { username: randomUUID(), firstName: null, lastName: null };
      const place = { id: newId<AuthorityId>(), tenantId: device.tenantId, createdTime: epochMs(3) };
      await users.create({ id, createdTime: epochMs(2), ...names, passwordHash: "hash" }, { ...place, role: "VIEWER" });
      return id;
    };
    const [ada, bob] = [await somebody(), await somebody()];

    await pins.save(ada, device.id, ["speed", "a"]);
    await pins.save(ada, device.id, ["z", "speed"]);
    await pins.save(bob, device.id, []);

    expect(await pins.read(ada, device.id)).toEqual(["z", "speed"]);
    expect(await pins.read(bob, device.id)).toEqual([]);
    await pins.save(bob, device.id, undefined);
    expect(await pins.read(bob, device.id)).toBeUndefined();
    await pins.save(ada, newId<DeviceId>(), ["a"]); // of a device that is gone meanwhile
    await device.remove();
    expect(await pins.read(ada, device.id)).toBeUndefined();
  });
});
