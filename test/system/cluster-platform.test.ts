import { randomUUID } from "node:crypto";
import type { AlarmInfoRecord, CheckedRule } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";
import { LiveClient } from "../support/live-client.ts";
import { connectMqttJs, type MqttDevice, type MqttJs, mqttDevice } from "../support/mqtt-device.ts";

const closeOf = ({ client }: MqttJs): Promise<void> => new Promise((resolve) => client.once("close", () => resolve()));

const telemetry = "v1/devices/me/telemetry";

describe.skipIf(!hasCluster())("two nodes as one platform", () => {
  let place: ClusterPlace;
  const nodes: TestApp[] = [];
  let homes: TestTenant[] = [];
  let devices: MqttDevice[] = [];

  const at = (node: number): TestApp => nodes[node] as TestApp;
  const adminAt = (node: number) => (homes[node] as TestTenant).admin;
  /** One that each node has, in the order of the nodes. */
  const ownedBy = (node: number): MqttDevice => devices.find(({ id }) => hasAt(node, id)) as MqttDevice;
  const hasAt = (node: number, id: string): boolean =>
    (at(node).platform.telemetryStore as unknown as { has(device: string): boolean }).has(id);

  beforeAll(async () => {
    place = await ClusterPlace.start();
    nodes.push(await startApp(place.env), await startApp(place.env));
    homes = await Promise.all(nodes.map((node) => node.firstTenant()));
    devices = await Promise.all(Array.from({ length: 8 }, () => mqttDevice(at(0), homes[0] as TestTenant)));
    await vi.waitUntil(() => [0, 1].every((node) => devices.some(({ id }) => hasAt(node, id))), { timeout: 15_000 });
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    await place?.[Symbol.asyncDispose]();
  });

  test("[CLU2] points sent over MQTT at one are live at the other, whoever has the device", async () => {
    for (const device of [ownedBy(0), ownedBy(1)]) {
      const { token } = await at(1).tokens("admin");
      await using live = await LiveClient.open(at(1).node.httpPort, token);
      live.send({ type: "subscribe", id: 1, deviceId: device.id, telemetry: true });
      await live.next();
      await using mqtt = await connectMqttJs(at(0), device.token);
      await mqtt.client.publishAsync(telemetry, '{"ts":5,"values":{"live":5}}', { qos: 1 });

      const frame = await live.until((told) => told.telemetry?.["live"] != null);
      expect(frame.telemetry?.["live"]).toMatchObject({ ts: 5, value: 5 });
    }
  });

  test("[CLU2, MQ6] shared attributes that are set at one are pushed to a device at the other", async () => {
    const device = ownedBy(1);
    await using mqtt = await connectMqttJs(at(0), device.token);
    await mqtt.client.subscribeAsync("v1/devices/me/attributes", { qos: 1 });
    expectOk(await adminAt(1).post(`/api/plugins/telemetry/DEVICE/${device.id}/attributes/SHARED_SCOPE`, { limit: 7 }));

    expect((await mqtt.next()).payload).toBe('{"limit":7}');
  });

  test("[CLU2, CMD3] a call that is made at one is answered by the device at the other", async () => {
    const device = ownedBy(0);
    await using mqtt = await connectMqttJs(at(0), device.token);
    await mqtt.client.subscribeAsync("v1/devices/me/rpc/request/+", { qos: 1 });
    const called = adminAt(1).post(`/api/rpc/twoway/${device.id}`, { method: "echo", params: {}, timeout: 10_000 });
    const { topic } = await mqtt.next();
    await mqtt.client.publishAsync(topic.replace("request", "response"), '{"heard":true}', { qos: 1 });

    expect((await called).json()).toEqual({ heard: true });
  });

  test("[CLU2, MQ7] a client id is in one place: a connection at one takes over from that at the other", async () => {
    const device = ownedBy(0);
    const options = {
      clientId: "the same",
      clean: false,
      protocolVersion: 5 as const,
      properties: { sessionExpiryInterval: 60 },
    };
    await using first = await connectMqttJs(at(0), device.token, options);
    const closed = closeOf(first);
    await first.client.subscribeAsync("v1/devices/me/attributes", { qos: 1 });
    await using second = await connectMqttJs(at(1), device.token, options);
    await closed;
    expectOk(await adminAt(0).post(`/api/plugins/telemetry/DEVICE/${device.id}/attributes/SHARED_SCOPE`, { moved: 1 }));

    expect((await second.next()).payload).toBe('{"moved":1}');
  });

  test("[CLU2, DEV4, AUTH8] what is taken away at one does not work at the other: a device's token, a session, a device", async () => {
    const [device, gone] = [
      await mqttDevice(at(0), homes[0] as TestTenant),
      await mqttDevice(at(0), homes[0] as TestTenant),
    ];
    const clients = await Promise.all([device, gone].map(({ token }) => connectMqttJs(at(1), token)));
    const closed = clients.map(closeOf);
    const username = `user-${randomUUID()}`;
    await at(0).user(adminAt(0), (homes[0] as TestTenant).id, username, "OPERATOR");
    const { token } = await at(1).tokens(username);
    const there = at(1).rest.withToken(token);
    expectOk(await there.get("/api/auth/user"));

    const path = `/api/device/${device.id}/credentials`;
    const credentials = expectOk(await adminAt(0).get(path)).json<object>();
    expectOk(
      await adminAt(0).post("/api/device/credentials", { ...credentials, credentialsId: `new-${randomUUID()}` }),
    );
    expectOk(await adminAt(0).delete(`/api/device/${gone.id}`));
    expectOk(await at(0).rest.withToken(token).post("/api/auth/logout"));

    await Promise.all(closed);
    await expect(connectMqttJs(at(1), device.token)).rejects.toThrow();
    await expect.poll(async () => (await there.get("/api/auth/user")).status).toBe(401);
  });

  test("[CLU2, RUL3] a rule that is made at one is evaluated once, by the node that has the device", async () => {
    const all = [ownedBy(0), ownedBy(1)];
    const definition = {
      scope: { kind: "DEVICE", deviceIds: all.map(({ id }) => id) },
      inputs: [{ kind: "TELEMETRY", name: "t", key: "hot" }],
      steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } }],
      alarmType: "Too hot",
      actions: [],
    };
    const rule = expectOk(
      await adminAt(0).post("/api/rule", { name: `rule ${randomUUID()}`, mode: "LIVE", definition }),
    );
    const { id } = rule.json<CheckedRule>().id;
    for (const device of all) {
      const alarms = async () =>
        (await adminAt(1).get(`/api/alarm/DEVICE/${device.id}`)).json<{ data: AlarmInfoRecord[] }>().data.length;
      await expect
        .poll(
          async () => {
            await using mqtt = await connectMqttJs(at(0), device.token);
            await mqtt.client.publishAsync(telemetry, '{"hot":91}', { qos: 1 });
            return alarms();
          },
          { interval: 300, timeout: 10_000 },
        )
        .toBe(1);
    }
    const told = expectOk(await adminAt(1).get(`/api/rule/${id}/transitions?limit=-1`)).json<{ data: object[] }>().data;
    expect(told).toHaveLength(2);
  });
});
