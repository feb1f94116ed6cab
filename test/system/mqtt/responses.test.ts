// What the two standards say a server has to answer, leave out or remember, with the clause. "5:" marks version 5.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { TestApp, TestTenant } from "../../support/app.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { codeOf, connectPacket, publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
let port: number;
beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
  port = app.node.mqttPort;
});
afterAll(() => app[Symbol.asyncDispose]());

const attributesTopic = "v1/devices/me/attributes";
const own = "v1/devices/me/rpc/request/+";
const setShared = (id: string, values: object) =>
  tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, values);
const latest = async (id: string) =>
  (await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries`)).json<Record<string, unknown>>();

/** The keys stored by now: what is sent here and acknowledged was stored behind them. */
async function storedBefore(id: string, token: string): Promise<string[]> {
  await using raw = await RawMqtt.connected(port, token);
  raw.send(publishPacket(1, '{"afterwards":1}'));
  await raw.next("puback");
  const keys = Object.keys(await latest(id));
  expect(keys).toContain("afterwards");
  return keys.filter((key) => key !== "afterwards");
}

describe("CONNECT", () => {
  test.each([4, 5] as const)(
    "[MQTT-3.1.4-5; 5: MQTT-3.1.4-6] nothing behind a refused CONNECT is processed, though the token is good (level %i)",
    async (version) => {
      const { id, token } = await mqttDevice(app, tenant);
      const raw = await RawMqtt.open(port, version);

      raw.send(connectPacket(token, version, { clientId: "x".repeat(2_000) }), publishPacket(1, '{"sneaked":1}'));

      const answer = await raw.next("connack");
      expect(codeOf(answer)).toBe(version === 5 ? 0x85 : 2);
      expect(answer.sessionPresent).toBe(false); // [MQTT-3.2.2-4; 5: MQTT-3.2.2-6]
      await raw.closed; // [MQTT-3.2.2-5; 5: MQTT-3.2.2-7]
      expect([raw.packets, await storedBefore(id, token)]).toEqual([[], []]);
    },
  );

  test.each([4, 5] as const)(
    "[MQTT-3.1.4-4] what a client sends without waiting for CONNACK is served after it (level %i)",
    async (version) => {
      const { token } = await mqttDevice(app, tenant);
      await using raw = await RawMqtt.open(port, version);

      raw.send(connectPacket(token, version), publishPacket(1), { cmd: "pingreq" });

      expect(codeOf(await raw.next("connack"))).toBe(0); // first of all [MQTT-3.2.0-1]
      await raw.next("pingresp");
      await raw.next("puback");
    },
  );

  test.each([["a"], ["0123456789abcdefghijKLM"]])("[MQTT-3.1.3-5] %s is a client id", async (clientId) => {
    const { token } = await mqttDevice(app, tenant);
    await using raw = await RawMqtt.connected(port, token, 4, { clientId });

    expect(await raw.isServed()).toBe(true);
  });

  test("[5: MQTT-3.2.2-19] a client that takes small packets only is refused without words", async () => {
    const raw = await RawMqtt.open(port, 5);

    raw.send(connectPacket("no such token", 5, { properties: { maximumPacketSize: 20 } }));

    const { properties, reasonCode } = await raw.next("connack");
    expect([reasonCode, properties?.reasonString]).toEqual([0x86, undefined]);
  });

  test("[5: 3.1.2.11.8] user properties are tolerated, as many as there are", async () => {
    const { token } = await mqttDevice(app, tenant);
    const userProperties = { site: ["a", "b"], unit: "µm" };
    await using raw = await RawMqtt.connected(port, token, 5, { properties: { userProperties } });

    raw.send(publishPacket(1, "{}", { properties: { userProperties, contentType: "application/json" } }));

    expect((await raw.next("puback")).reasonCode).toBe(0);
  });
});

describe("PUBLISH", () => {
  test.each([4, 5] as const)(
    "[MQTT-3.3.4-1] is answered as its QoS says, with its identifier (level %i)",
    async (v) => {
      const { token } = await mqttDevice(app, tenant);
      await using raw = await RawMqtt.connected(port, token, v);

      raw.send(
        publishPacket(1, "{}", { qos: 0, messageId: undefined }),
        publishPacket(7),
        publishPacket(8, "{}", { qos: 2 }),
      );

      expect((await raw.next("puback")).messageId).toBe(7); // [MQTT-2.3.1-6]
      expect((await raw.next("pubrec")).messageId).toBe(8);
      raw.send({ cmd: "pubrel", messageId: 8 });
      expect((await raw.next("pubcomp")).messageId).toBe(8);
      expect(await raw.isServed()).toBe(true); // and nothing for QoS 0
    },
  );

  test("[MQTT-1.5.3-3] a byte order mark is a character like others", async () => {
    const { token } = await mqttDevice(app, tenant);
    await using raw = await RawMqtt.connected(port, token);

    raw.send(publishPacket(1, "{}", { topic: "v1/devices/me/attributes/request/\uFEFF1", qos: 0 }));

    expect((await raw.next("publish")).topic).toBe("v1/devices/me/attributes/response/\uFEFF1");
  });

  test("[5: MQTT-3.3.2-12] every alias up to the maximum is accepted, and [5: MQTT-3.3.2-7] forgotten with the connection", async () => {
    const { token } = await mqttDevice(app, tenant);
    const raw = await RawMqtt.connected(port, token, 5);
    for (const topicAlias of [1, 32]) {
      raw.send(publishPacket(topicAlias, "{}", { properties: { topicAlias } }));
      raw.send(publishPacket(topicAlias + 100, "{}", { topic: "", properties: { topicAlias } }));
      expect([(await raw.next("puback")).reasonCode, (await raw.next("puback")).reasonCode]).toEqual([0, 0]);
    }
    raw.socket.destroy();

    const again = await RawMqtt.connected(port, token, 5);
    again.send(publishPacket(1, "{}", { topic: "", properties: { topicAlias: 1 } }));

    expect((await again.next("disconnect")).reasonCode).toBe(0x82);
  });

  test("[5: MQTT-3.1.2-29] a client that wants no problem information gets codes without words", async () => {
    const { token } = await mqttDevice(app, tenant);
    await using raw = await RawMqtt.connected(port, token, 5, { properties: { requestProblemInformation: false } });

    raw.send(publishPacket(1, "no json"));

    const { reasonCode, properties } = await raw.next("puback");
    expect([reasonCode, properties?.reasonString]).toEqual([0x99, undefined]);
  });

  test("[5: MQTT-4.4.0-2] a push the device refused is not sent again; [MQTT-3.3.1-9] pushes carry no retain flag", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const session = { clean: false, clientId: "kept", properties: { sessionExpiryInterval: 60 } };
    const raw = await RawMqtt.connected(port, token, 5, session);
    raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: attributesTopic, qos: 1, rap: true }] });
    await raw.next("suback");
    await setShared(id, { a: 1 });
    const push = await raw.next("publish");
    raw.send({ cmd: "puback", messageId: push.messageId ?? 0, reasonCode: 0x83 }, { cmd: "disconnect" });
    await raw.closed;

    await setShared(id, { b: 2 });
    await using again = await RawMqtt.connected(port, token, 5, session);

    expect(push.retain).toBe(false);
    expect(String((await again.next("publish")).payload)).toBe('{"b":2}');
  });
});

describe("SUBSCRIBE and UNSUBSCRIBE", () => {
  test("[MQTT-3.8.4-5, MQTT-3.9.3-1] every filter has its answer, in order, under the identifier [MQTT-3.8.4-2]", async () => {
    const { token } = await mqttDevice(app, tenant);
    const subscriptions = [
      { topic: own, qos: 2 as const },
      { topic: "#", qos: 1 as const },
      { topic: attributesTopic, qos: 0 as const },
      { topic: "$share/a/v1/devices/me/x", qos: 0 as const },
    ];
    await using four = await RawMqtt.connected(port, token, 4);
    four.send({ cmd: "subscribe", messageId: 300, subscriptions });
    const { messageId, granted } = await four.next("suback");

    expect([messageId, granted]).toEqual([300, [1, 0x80, 0, 0x80]]);

    await using five = await RawMqtt.connected(port, token, 5);
    five.send({ cmd: "subscribe", messageId: 301, subscriptions });
    expect((await five.next("suback")).granted).toEqual([1, 0x8f, 0, 0x9e]);
  });

  test("[MQTT-3.8.4-3] a filter subscribed again replaces the subscription", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    await using raw = await RawMqtt.connected(port, token, 4);
    for (const qos of [1, 0] as const) {
      raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: attributesTopic, qos }] });
      await raw.next("suback");
    }

    await setShared(id, { a: 1 });

    expect((await raw.next("publish")).qos).toBe(0);
    expect(await raw.isServed()).toBe(true);
  });

  test("[MQTT-3.10.4-5] UNSUBSCRIBE is answered though nothing matched; version 5 is told which [5: MQTT-3.11.3-1]", async () => {
    const { token } = await mqttDevice(app, tenant);
    await using four = await RawMqtt.connected(port, token, 4);
    four.send({ cmd: "unsubscribe", messageId: 9, unsubscriptions: [attributesTopic] });
    expect((await four.next("unsuback")).messageId).toBe(9);

    await using five = await RawMqtt.connected(port, token, 5);
    five.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: own, qos: 0 }] });
    await five.next("suback");
    five.send({ cmd: "unsubscribe", messageId: 10, unsubscriptions: [attributesTopic, own] });
    const { messageId, granted } = await five.next("unsuback");

    expect([messageId, granted]).toEqual([10, [0x11, 0]]);
  });

  test("[MQTT-4.7.3-4] filters and topics are compared letter by letter", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    await using raw = await RawMqtt.connected(port, token, 4);
    const filters = ["v1/devices/me/Attributes", "v1/devices/me//attributes", "v1/devices/me/attributes/"];
    raw.send({ cmd: "subscribe", messageId: 1, subscriptions: filters.map((topic) => ({ topic, qos: 0 as const })) });
    await raw.next("suback");

    await setShared(id, { a: 1 });
    raw.send({ cmd: "subscribe", messageId: 2, subscriptions: [{ topic: attributesTopic, qos: 0 }] });
    await raw.next("suback");
    await setShared(id, { a: 2 });

    expect(String((await raw.next("publish")).payload)).toBe('{"a":2}');
  });
});

describe("DISCONNECT and the end", () => {
  test.each([4, 5] as const)("[MQTT-3.14.4-2] nothing behind DISCONNECT is processed (level %i)", async (version) => {
    const { id, token } = await mqttDevice(app, tenant);
    const raw = await RawMqtt.connected(port, token, version);

    raw.send({ cmd: "disconnect" }, publishPacket(1, '{"late":1}'));

    await raw.closed;
    expect([raw.packets, await storedBefore(id, token)]).toEqual([[], []]);
  });

  test("[5: MQTT-3.1.2-24] a goodbye is not longer than the client takes", async () => {
    const { token } = await mqttDevice(app, tenant);
    const raw = await RawMqtt.connected(port, token, 5, { properties: { maximumPacketSize: 40 } });

    raw.send(publishPacket(1, "{}", { topic: "", properties: { topicAlias: 5 } }));

    const { reasonCode, properties } = await raw.next("disconnect");
    expect([reasonCode, properties?.reasonString]).toEqual([0x82, undefined]);
  });
});

describe("WebSocket", () => {
  test("[MQTT-6.0.0-2] packets may be cut anywhere by frames; [MQTT-6.0.0-4] the answer names mqtt", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const socket = new WebSocket(`ws://127.0.0.1:${app.node.httpPort}/mqtt`, ["mqtt"]);
    await new Promise((resolve) => socket.once("open", resolve));
    const { generate } = await import("mqtt-packet");
    const bytes = Buffer.concat([
      generate(connectPacket(token, 4)),
      generate(publishPacket(1, '{"cut":1}')),
      generate(publishPacket(2, '{"whole":1}')),
    ]);

    for (const byte of bytes.subarray(0, 60)) socket.send(Uint8Array.of(byte));
    socket.send(bytes.subarray(60));
    while (Object.keys(await latest(id)).length < 2) await sleep(10);

    expect(socket.protocol).toBe("mqtt");
    expect(Object.keys(await latest(id)).sort()).toEqual(["cut", "whole"]);
    socket.terminate();
  });
});
