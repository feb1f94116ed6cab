import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp, TestTenant } from "../../support/app.ts";
import { connectMqttJs, type MqttDevice, mqttDevice } from "../../support/mqtt-device.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
let device: MqttDevice;

beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
  device = await mqttDevice(app, tenant);
});
afterAll(() => app[Symbol.asyncDispose]());

const latest = async (id = device.id) =>
  (await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?useStrictDataTypes=true`)).json<
    Record<string, { ts: number; value: unknown }[]>
  >();

describe.each([
  ["3.1", 3],
  ["3.1.1", 4],
  ["5", 5],
] as const)("MQTT %s", (name, protocolVersion) => {
  const options = protocolVersion === 3 ? { protocolVersion, protocolId: "MQIsdp" as const } : { protocolVersion };

  test.each([0, 1, 2] as const)("[MQ2] telemetry sent with QoS %i is readable over REST", async (qos) => {
    await using connection = await connectMqttJs(app, device.token, options);
    const key = `v${name} q${qos}`;

    await connection.client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ [key]: qos + 0.5 }), { qos });
    if (qos === 0) await connection.client.publishAsync("v1/devices/me/telemetry", `{"${key} behind":1}`, { qos: 1 });

    expect((await latest())[key]?.[0]?.value).toBe(qos + 0.5);
  });
});
