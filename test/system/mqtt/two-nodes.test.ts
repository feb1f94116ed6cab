import { describe, expect, test } from "vitest";
import { startApp } from "../../support/app.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { createMigratedDatabase, hasPostgres } from "../../support/postgres-database.ts";
import { connectPacket, RawMqtt } from "../../support/raw-mqtt.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const topic = "v1/devices/me/attributes";
const session = { clean: false, clientId: "wanderer", properties: { sessionExpiryInterval: 3_600 } };

describe.skipIf(!hasPostgres())("two nodes, one after the other, on one PostgreSQL", () => {
  test("[MQ7] a device takes its session along to the node that takes the place of another", async () => {
    await using folder = await tempFolder();
    const env = { HELIO_DATABASE_URL: await createMigratedDatabase(), HELIO_DATA_DIR: folder.path };
    const first = await startApp(env);
    const { id, token } = await mqttDevice(first, await first.firstTenant());
    const raw = await RawMqtt.connected(first.node.mqttPort, token, 5, session);
    raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic, qos: 1 }] });
    await raw.next("suback");
    await first[Symbol.asyncDispose]();

    await using second = await startApp(env);
    const { admin } = await second.firstTenant();
    await admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, { a: 2 });

    await using moved = await RawMqtt.open(second.node.mqttPort, 5);
    moved.send(connectPacket(token, 5, session));
    expect((await moved.next("connack")).sessionPresent).toBe(true);
    const { payload, dup } = await moved.next("publish");
    expect([String(payload), dup]).toEqual(['{"a":2}', false]);
  });
});
