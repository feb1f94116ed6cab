import { randomUUID } from "node:crypto";
import type { AlarmInfoRecord, CheckedRule } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TenantId } from "../../server/src/kernel/ids.ts";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";
import { LiveClient } from "../support/live-client.ts";
import { connectMqttJs, type MqttDevice, type MqttJs, mqttDevice } from "../support/mqtt-device.ts";
import { RawMqtt } from "../support/raw-mqtt.ts";

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

  /** Who gets a device is drawn with its id: some are made until each node has one, and has been given its share by then. */
  async function someForEach<T>(make: () => Promise<T>, idOf: (made: T) => string): Promise<T[]> {
    const made: T[] = [];
    const hasOne = (node: number) => made.some((one) => hasAt(node, idOf(one)));
    const makeMore = async () => {
      if (made.length < 100) made.push(await make());
      return [0, 1].every(hasOne);
    };
    await vi.waitUntil(makeMore, { timeout: 60_000 });
    return made;
  }

  beforeAll(async () => {
    place = await ClusterPlace.start();
    nodes.push(await startApp(place.env), await startApp(place.env));
    homes = await Promise.all(nodes.map((node) => node.firstTenant()));
    devices = await someForEach(
      () => mqttDevice(at(0), homes[0] as TestTenant),
      ({ id }) => id,
    );
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

  test("[CLU1, RUN12] what comes while the clock of a node is set has the time that all nodes have", async () => {
    const device = ownedBy(1);
    await using mqtt = await connectMqttJs(at(0), device.token);
    const wallClock = Date.now;
    const set = vi.spyOn(Date, "now").mockImplementation(() => wallClock() - 600_000);
    try {
      await mqtt.client.publishAsync(telemetry, '{"stamped":1}', { qos: 1 });
    } finally {
      set.mockRestore();
    }

    const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=stamped`;
    const latest = expectOk(await adminAt(0).get(path)).json<{ stamped: [{ ts: number }] }>();
    expect(Math.abs(latest.stamped[0].ts - Date.now())).toBeLessThan(300_000);
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

  test("[CLU2, MQ7] a will with a delay is not said of a device that is back at another node", async () => {
    const { token } = ownedBy(0);
    const will = { topic: telemetry, payload: '{"gone":1}', qos: 1, retain: false };
    const session = { clean: false, clientId: "with a will", properties: { sessionExpiryInterval: 3_600 } };
    const waiting = async (): Promise<string> =>
      /mqtt_wills_waiting (\d+)/.exec((await at(0).rest.get("/metrics")).text)?.[1] ?? "";
    const more = { ...session, will: { ...will, properties: { willDelayInterval: 600 } } };
    const raw = await RawMqtt.connected(at(0).node.mqttPort, token, 5, more);
    await raw[Symbol.asyncDispose](); // without a word
    await expect.poll(waiting).toBe("1");

    await using _ = await RawMqtt.connected(at(1).node.mqttPort, token, 5, session);
    await expect.poll(waiting).toBe("0");
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
    for (const node of [0, 1]) {
      const runs = expectOk(await adminAt(node).get(`/api/rule/${id}/runs`)).json<{ deviceId: { id: string } }[]>();
      expect(new Set(runs.map(({ deviceId }) => deviceId.id))).toEqual(new Set(all.map((device) => device.id)));
      for (const device of all) {
        const why = expectOk(await adminAt(node).get(`/api/rule/${id}/device/${device.id}`)).json<{ reason: string }>();
        expect(why).toMatchObject({ isFor: true, reason: "It fired and is not over", values: { t: 91 } });
      }
    }
  });

  test("[CLU2, MQ7, CMD3] a call goes to the connection that was the last to subscribe, whichever node it is at, and to another when that is gone", async () => {
    const device = ownedBy(0);
    const listen = async (node: number): Promise<MqttJs> => {
      const mqtt = await connectMqttJs(at(node), device.token, { clientId: `at ${node} ${randomUUID()}` });
      await mqtt.client.subscribeAsync("v1/devices/me/rpc/request/+", { qos: 1 });
      return mqtt;
    };
    const answeredBy = async (mqtt: MqttJs, method: string): Promise<unknown> => {
      const called = adminAt(0).post(`/api/rpc/twoway/${device.id}`, { method, params: {}, timeout: 10_000 });
      const { topic, payload } = await mqtt.next();
      await mqtt.client.publishAsync(topic.replace("request", "response"), "{}", { qos: 1 });
      expect((await called).status).toBe(200);
      return JSON.parse(payload).method;
    };
    await using first = await listen(0);
    const second = await listen(1);

    for (let n = 0; n < 5; n++) expect(await answeredBy(second, `newest ${n}`)).toBe(`newest ${n}`);
    await second[Symbol.asyncDispose]();
    expect(await answeredBy(first, "left")).toBe("left");
    await using third = await listen(1);
    await using fourth = await listen(0);
    expect(await answeredBy(fourth, "newest again")).toBe("newest again");
    expect(third.client.connected).toBe(true);
  });

  test("[CLU2, QTA1] the series of a tenant are counted and limited over all nodes, wherever one asks", async () => {
    const tenant = await at(0).tenant();
    const system = await at(0).systemAdministrator();
    expectOk(await system.put(`/api/tenants/${tenant.id}/limits`, { series: 3 }));
    const limitAt = (node: number) => at(node).platform.tenantLimits.of(tenant.id as TenantId).series;
    for (const node of [0, 1]) await expect.poll(() => limitAt(node), { timeout: 15_000 }).toBe(3);
    const made = await someForEach(
      () => at(0).device(tenant),
      ({ id }) => id.id,
    );
    const [here, there] = [0, 1].map((node) => made.find(({ id }) => hasAt(node, id.id))?.id.id ?? "");
    const write = async (id: string | undefined, values: object): Promise<number> =>
      (await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values)).status;
    const seriesAt = async (node: number): Promise<number> => {
      const asked = (await at(node).login(tenant.username)).get(`/api/tenants/${tenant.id}/usage`);
      return expectOk(await asked).json<{ series: number }>().series;
    };
    expect(await write(here, { a: 1, b: 1 })).toBe(200);
    for (const node of [0, 1]) await expect.poll(() => seriesAt(node), { timeout: 15_000 }).toBe(2);

    expect(await write(there, { a: 1 })).toBe(200);
    expect(await write(there, { b: 1 })).toBe(503);
    for (const node of [0, 1]) await expect.poll(() => seriesAt(node), { timeout: 15_000 }).toBe(3);
    expect(await write(here, { c: 1 })).toBe(503);
    expect(await write(here, { a: 2, b: 2 })).toBe(200);
  });

  test("[CLU2, DEV4, AUTH8] what is taken away works nowhere also while NATS is gone: a device's token, a session, a user, a password", async () => {
    const device = await mqttDevice(at(0), homes[0] as TestTenant);
    const mqtt = await connectMqttJs(at(1), device.token);
    const closed = closeOf(mqtt);
    const names = ["logs out", "is removed", "has a new password"].map(
      (what) => `${what.replaceAll(" ", "-")}-${randomUUID()}`,
    );
    const users = await Promise.all(
      names.map((name) => at(0).user(adminAt(0), (homes[0] as TestTenant).id, name, "OPERATOR")),
    );
    const tokens = await Promise.all(names.map(async (name) => (await at(1).tokens(name)).token));
    const there = tokens.map((token) => at(1).rest.withToken(token));
    const other = (await at(0).tokens(names[2] ?? "")).token; // a session that changes the password stays
    for (const rest of there) expectOk(await rest.get("/api/auth/user"));
    await place.nats.kill();

    const credentials = expectOk(await adminAt(0).get(`/api/device/${device.id}/credentials`)).json<object>();
    expectOk(
      await adminAt(0).post("/api/device/credentials", { ...credentials, credentialsId: `new-${randomUUID()}` }),
    );
    expectOk(
      await at(0)
        .rest.withToken(tokens[0] ?? "")
        .post("/api/auth/logout"),
    );
    expectOk(await adminAt(0).delete(`/api/tenants/${(homes[0] as TestTenant).id}/users/${users[1]?.id.id}`));
    const changed = { currentPassword: testPassword, newPassword: "another password for tests" };
    expectOk(await at(0).rest.withToken(other).post("/api/auth/changePassword", changed));

    await closed;
    await expect(connectMqttJs(at(1), device.token)).rejects.toThrow();
    for (const rest of there)
      await expect.poll(async () => (await rest.get("/api/auth/user")).status, { timeout: 15_000 }).toBe(401);
    await place.nats.startAgain();
  });
});
