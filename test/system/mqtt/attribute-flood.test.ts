import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startApp } from "../../support/app.ts";
import { startBareMqtt } from "../../support/bare-mqtt.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";

const request = (id: number, qos: 0 | 1) =>
  publishPacket(id, "{}", { topic: `v1/devices/me/attributes/request/${id}`, qos });

test.each([0, 1] as const)(
  "[REL2] a thousand attribute requests of a device that reads no answer are answered one by one (QoS %i)",
  async (qos) => {
    await using bare = await startBareMqtt();
    const answer = JSON.stringify({ client: { text: "x".repeat(500_000) } });
    let [asked, atOnce, mostAtOnce] = [0, 0, 0];
    bare.gateway.requestedAttributes = async () => {
      asked++;
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      await sleep(1);
      atOnce--;
      return answer;
    };
    await using raw = await RawMqtt.connected(bare.port, "a");
    raw.socket.pause();

    for (let id = 1; id <= 1_000; id++) raw.send(publishPacket(id + 1_000), request(id, qos));
    await expect.poll(() => asked).toBeGreaterThan(0);
    for (let before = -1; before !== asked; await sleep(200)) before = asked;

    expect(mostAtOnce).toBe(1);
    expect(asked).toBeLessThan(100); // what the system buffers for a socket, and no more
  },
);

test.each([
  ["1 MiB", {}, 100_000],
  ["the setting", { HELIO_MQTT_ATTRIBUTE_ANSWER: "2000" }, 190],
])(
  "[REL2] an attribute request with an answer beyond %s is refused with 0x99, one for fewer keys is answered",
  async (_, settings, length) => {
    await using app = await startApp(settings);
    const tenant = await app.firstTenant();
    const { token } = await mqttDevice(app, tenant);
    await using raw = await RawMqtt.connected(app.node.mqttPort, token, 5);
    for (let n = 1; n <= 12; n++) {
      const payload = JSON.stringify({ [`k${n}`]: "x".repeat(length) });
      raw.send(publishPacket(n, payload, { topic: "v1/devices/me/attributes" }));
      expect((await raw.next("puback")).reasonCode).toBe(0);
    }

    raw.send(request(20, 1));
    const refused = await raw.next("puback");
    raw.send(publishPacket(21, '{"clientKeys":"k1,k2"}', { topic: "v1/devices/me/attributes/request/21", qos: 0 }));
    const answered = await raw.next("publish");

    expect(refused.reasonCode).toBe(0x99);
    expect(refused.properties?.reasonString).toContain("ask for fewer keys");
    expect(Object.keys(JSON.parse(answered.payload.toString()).client)).toEqual(["k1", "k2"]);
  },
);
