import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestTenant } from "../../support/app.ts";
import { type MqttDevice, mqttDevice } from "../../support/mqtt-device.ts";
import { codeOf, connectPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
let device: MqttDevice;
let port: number;

beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
  device = await mqttDevice(app, tenant);
  port = app.node.mqttPort;
});
afterAll(() => app[Symbol.asyncDispose]());

async function answerTo(version: Version, more: object): Promise<{ code: number | undefined; raw: RawMqtt }> {
  const raw = await RawMqtt.open(port, version);
  raw.send(connectPacket(device.token, version, more));
  return { code: codeOf(await raw.next("connack")), raw };
}

describe.each([3, 4, 5] as const)("protocol level %i", (version) => {
  test("[MQ1] a known token is let in, whatever the password", async () => {
    const { code } = await answerTo(version, { password: Buffer.from("ignored") });

    expect(code).toBe(0);
  });

  test("[MQ1] an unknown token is refused with 5, in version 5 with 0x86, and closed [MQTT-3.2.2-5]", async () => {
    const { code, raw } = await answerTo(version, { username: "nobody" });

    expect(code).toBe(version === 5 ? 0x86 : 5);
    await raw.closed;
  });

  test("[MQ1] no user name is refused with 4, in version 5 with 0x86", async () => {
    const { code, raw } = await answerTo(version, { username: undefined });

    expect(code).toBe(version === 5 ? 0x86 : 4);
    await raw.closed;
  });

  test("[MQ1] a client id of 60 characters is fine", async () => {
    expect((await answerTo(version, { clientId: "c".repeat(60) })).code).toBe(0);
  });
});

test.each([4, 5] as const)("[MQ1] an empty client id is given one with a clean session (level %i)", async (version) => {
  const raw = await RawMqtt.open(port, version);
  raw.send(connectPacket(device.token, version, { clientId: "", clean: true }));

  const answer = await raw.next("connack");

  expect(codeOf(answer)).toBe(0);
  if (version === 5) expect(answer.properties?.assignedClientIdentifier).toMatch(/.{10,}/);
});

test("[MQ1] before version 5 an empty client id without a clean session is refused with 2 [MQTT-3.1.3-8]", async () => {
  const raw = await RawMqtt.open(port, 4);
  // The generator refuses to write this packet: CONNECT, no flags but the user name, empty client id.
  const token = Buffer.from(device.token);
  const body = [0, 4, ...Buffer.from("MQTT"), 4, 0x80, 0, 0, 0, 0, 0, token.length, ...token];
  raw.bytes([0x10, body.length, ...body]);

  expect(codeOf(await raw.next("connack"))).toBe(2);
  await raw.closed;
});

test.each([4, 5] as const)("a client id beyond 1,024 bytes is refused with 2 or 0x85 (level %i)", async (version) => {
  expect((await answerTo(version, { clientId: "c".repeat(1_025) })).code).toBe(version === 5 ? 0x85 : 2);
});

test("[MQ8] version 5 is told the limits it has to keep", async () => {
  const raw = await RawMqtt.open(port, 5);
  raw.send(connectPacket(device.token, 5, { clean: true, properties: { sessionExpiryInterval: 0xffffffff } }));

  const { properties } = await raw.next("connack");

  expect(properties).toMatchObject({
    receiveMaximum: 1000,
    maximumPacketSize: 262144,
    topicAliasMaximum: 32,
    sharedSubscriptionAvailable: false,
    sessionExpiryInterval: 30 * 86_400,
  });
});

// These two wait for time to pass, and do it together.
test.concurrent("[MQ8] a lower keep-alive of the server is told and held", async () => {
  await using other = await startApp({ HELIO_MQTT_MAX_KEEP_ALIVE: "1" });
  const { token } = await mqttDevice(other, await other.firstTenant());
  const raw = await RawMqtt.open(other.node.mqttPort, 5);
  raw.send(connectPacket(token, 5, { keepalive: 0 }));

  expect((await raw.next("connack")).properties?.serverKeepAlive).toBe(1);
  expect((await raw.next("disconnect")).reasonCode).toBe(0x8d);
  await raw.closed;
});

test.concurrent("[MQ8] whoever is silent for 1.5 times the keep-alive is disconnected [MQTT-3.1.2-24]", async () => {
  const raw = await RawMqtt.connected(port, device.token, 5, { keepalive: 1 });

  expect((await raw.next("disconnect")).reasonCode).toBe(0x8d);
  await raw.closed;
});

test("[MQ7] the newest connection of a device wins, the old one is told 0x8E", async () => {
  const old = await RawMqtt.connected(port, device.token, 5, { clientId: "same" });

  await using newer = await RawMqtt.connected(port, device.token, 5, { clientId: "same" });

  expect((await old.next("disconnect")).reasonCode).toBe(0x8e);
  await old.closed;
  expect(await newer.isServed()).toBe(true);
});

test("[MQ8] a rotated token closes the session with 0x98, the old token stops and the new one works", async () => {
  const own = await mqttDevice(app, tenant);
  const raw = await RawMqtt.connected(port, own.token, 5);

  await tenant.admin.post("/api/device/credentials", { deviceId: { id: own.id }, credentialsId: `new-${own.token}` });

  expect((await raw.next("disconnect")).reasonCode).toBe(0x98);
  await raw.closed;
  expect((await answerTo(4, { username: own.token })).code).toBe(5);
  expect((await answerTo(4, { username: `new-${own.token}` })).code).toBe(0);
});

test("[MQ8, DEV3] a deleted device is disconnected and its token stops", async () => {
  const own = await mqttDevice(app, tenant);
  const raw = await RawMqtt.connected(port, own.token, 5);

  await tenant.admin.delete(`/api/device/${own.id}`);

  expect((await raw.next("disconnect")).reasonCode).toBe(0x98);
  expect((await answerTo(4, { username: own.token })).code).toBe(5);
});

test("[MQ8] the devices of a deleted tenant are disconnected and their tokens stop", async () => {
  const doomed = await app.tenant();
  const own = await mqttDevice(app, doomed);
  const raw = await RawMqtt.connected(port, own.token, 5);

  await (await app.systemAdministrator()).delete(`/api/tenants/${doomed.id}`);

  expect((await raw.next("disconnect")).reasonCode).toBe(0x98);
  expect((await answerTo(4, { username: own.token })).code).toBe(5);
});

test("[DEV5] a connected device is active", async () => {
  const own = await mqttDevice(app, tenant);
  await using _ = await RawMqtt.connected(port, own.token);

  expect((await tenant.admin.get(`/api/device/${own.id}`)).json<{ active: boolean }>().active).toBe(true);
});

describe("a node with two connections per device, where answers to guesses take longer than any test", () => {
  let other: TestApp;
  let own: MqttDevice;
  beforeAll(async () => {
    other = await startApp({
      HELIO_MQTT_CONNECTIONS_PER_DEVICE: "2",
      HELIO_TOKEN_DELAY_MAX: "10min",
      HELIO_STOP_TIMEOUT: "1s",
    });
    own = await mqttDevice(other, await other.firstTenant());
  });
  afterAll(() => other[Symbol.asyncDispose]());

  test("[MQ7] only the same client id is taken over [MQTT-3.1.4-2]", async () => {
    const at = other.node.mqttPort;
    const a = await RawMqtt.connected(at, own.token, 5, { clientId: "a" });
    await using b = await RawMqtt.connected(at, own.token, 5, { clientId: "b" });

    await using again = await RawMqtt.connected(at, own.token, 5, { clientId: "a" });

    expect((await a.next("disconnect")).reasonCode).toBe(0x8e);
    expect([await b.isServed(), await again.isServed()]).toEqual([true, true]);
  });

  test("[AUTH3] many bad tokens from one address are held back, and never refuse or hold back a device that was here before", async () => {
    const at = other.node.mqttPort;
    const guesses = await Promise.all(Array.from({ length: 30 }, () => RawMqtt.open(at, 4)));
    for (const guess of guesses) guess.send(connectPacket("guess", 4));
    await expect.poll(() => other.platform.guesses.isUsedUp("127.0.0.1", other.platform.clock())).toBe(true);

    await using _ = await RawMqtt.connected(at, own.token);

    const answers = guesses.flatMap(({ packets }) => packets);
    expect(answers.length).toBeLessThan(guesses.length);
    for (const answer of answers) expect(answer).toMatchObject({ cmd: "connack", returnCode: 5 });
    for (const guess of guesses) guess.socket.destroy();
  });

  test("[RUN6] when it stops it says goodbye to version 5 with 0x8B", async () => {
    const raw = await RawMqtt.connected(other.node.mqttPort, own.token, 5);

    await other.node.stop();

    expect((await raw.next("disconnect")).reasonCode).toBe(0x8b);
  });
});
