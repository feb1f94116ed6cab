import { describe, expect, test } from "vitest";
import { startApp } from "../../support/app.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { createPostgresDatabase, hasPostgres } from "../../support/postgres-database.ts";
import { connectPacket, RawMqtt } from "../../support/raw-mqtt.ts";

const topic = "v1/devices/me/attributes";
const session = { clean: false, clientId: "wanderer", properties: { sessionExpiryInterval: 3_600 } };

describe.skipIf(!hasPostgres())("two nodes on one PostgreSQL", () => {
  test("[MQ7] a node that starts leaves the sessions of the other alone, and a device takes its session along", async () => {
    const env = { HELIO_DATABASE_URL: await createPostgresDatabase() };
    await using first = await startApp(env);
    const tenant = await first.firstTenant();
    const { id, token } = await mqttDevice(first, tenant);
    const setShared = (values: object) =>
      tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, values);
    const raw = await RawMqtt.connected(first.node.mqttPort, token, 5, session);
    raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic, qos: 1 }] });
    await raw.next("suback");

    await using second = await startApp(env);
    await setShared({ a: 1 });
    const told = await raw.next("publish");
    expect([String(told.payload), told.dup]).toEqual(['{"a":1}', false]);
    raw.send({ cmd: "puback", messageId: told.messageId ?? 0 }, { cmd: "disconnect" });
    await raw.closed;
    const sessions = first.platform.database.read.selectFrom("mqtt_sessions").select("expires_time");
    await expect.poll(async () => (await sessions.executeTakeFirst())?.expires_time ?? 0).toBeGreaterThan(0); // let go
    await setShared({ a: 2 });

    await using moved = await RawMqtt.open(second.node.mqttPort, 5);
    moved.send(connectPacket(token, 5, session));
    expect((await moved.next("connack")).sessionPresent).toBe(true);
    const { payload, dup } = await moved.next("publish");
    expect([String(payload), dup]).toEqual(['{"a":2}', false]);
  });
});
