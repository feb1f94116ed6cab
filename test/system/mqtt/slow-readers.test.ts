import { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { generate, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { type BareMqtt, startBareMqtt } from "../../support/bare-mqtt.ts";
import { connectPacket, publishPacket } from "../../support/raw-mqtt.ts";

/** A client whose network takes a packet only when the test lets it. */
class SlowClient extends Duplex {
  readonly got: Buffer[] = [];
  readonly #held: (() => void)[] = [];
  isStuck = false;

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.got.push(chunk);
    if (this.isStuck) this.#held.push(done);
    else done();
  }

  say(...packets: readonly Packet[]): void {
    for (const packet of packets) this.push(generate(packet, { protocolVersion: 5 }));
  }

  letGo(): void {
    this.isStuck = false;
    for (const done of this.#held.splice(0)) done();
  }
}

async function connected(bare: BareMqtt, token: string, keepalive: number): Promise<SlowClient> {
  const client = new SlowClient();
  client.on("error", () => undefined);
  bare.server.accept(client, { address: "127.0.0.1", via: "TCP" });
  client.say(connectPacket(token, 5, { keepalive }));
  while (client.got.length === 0) await sleep(5);
  return client;
}

const seatOf = async (bare: BareMqtt, token: string) => {
  const [seat] = bare.roster.of((await bare.gateway.findDevice(token)).id);
  if (!seat) throw new Error("not connected");
  return seat;
};

test("[MQTT-4.13.1-1] a message that is stored after the goodbye was said does not cut the goodbye off", async () => {
  await using bare = await startBareMqtt();
  const store = Promise.withResolvers<number>();
  bare.gateway.onTelemetry = () => store.promise;
  const client = await connected(bare, "a", 0);
  client.isStuck = true;
  client.say(publishPacket(1), { cmd: "pingreq" });
  while (client.got.length === 1) await sleep(5);

  const displaced = (await seatOf(bare, "a")).displace();
  store.resolve(1);
  await displaced;
  await sleep(50);
  client.letGo();
  while (!client.writableFinished && !client.destroyed) await sleep(5);

  expect(client.got.at(-1)?.subarray(0, 1)).toEqual(Buffer.from([0xe0]));
  expect(client.got.at(-1)?.[2]).toBe(0x8e);
});

test("[MQTT-3.1.2-24] a client that fetches nothing and says nothing is silent: its keep-alive ends it", async () => {
  await using bare = await startBareMqtt();
  const client = await connected(bare, "a", 3); // long enough to subscribe on a busy machine
  client.say({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "v1/devices/me/attributes", qos: 0 }] });
  while (client.got.length === 1) await sleep(5);

  client.isStuck = true;
  (await seatOf(bare, "a")).pushAttributes(JSON.stringify({ text: "x".repeat(500_000) }));
  while (bare.gateway.remarks.every(({ kind }) => kind !== "DISCONNECT")) await sleep(20);

  expect(bare.gateway.remarks.at(-1)?.error).toContain("nothing heard");
});
