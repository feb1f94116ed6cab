import { setTimeout as sleep } from "node:timers/promises";
import type { CommandRecord, CredentialsRecord, DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { loginAsAdmin } from "../../support/admin-login.ts";
import { startApp, testPassword } from "../../support/app.ts";
import { spawnNode } from "../../support/node-process.ts";
import { connectPacket, publishPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";
import type { RestClient } from "../../support/rest-client.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { sizeOf } from "../../switches.ts";

const kills = sizeOf("HELIO_TEST_SINGLE_KILLS");
const publishers = 4;
const window = 40;
const longestLifeMs = 600;
const push = "v1/devices/me/attributes";

const settings = (dataDir: string) => ({
  HELIO_DATA_DIR: dataDir,
  HELIO_ADMIN_PASSWORD: testPassword,
  HELIO_LOG_LEVEL: "silent",
  HELIO_MQTT_THREADS: String(sizeOf("HELIO_TEST_MQTT_THREADS")),
});

async function createDevice(rest: RestClient, name: string): Promise<{ id: string; token: string }> {
  const { id } = (await rest.post("/api/device", { name })).json<DeviceRecord>();
  const credentials = (await rest.get(`/api/device/${id.id}/credentials`)).json<CredentialsRecord>();
  return { id: id.id, token: credentials.credentialsId };
}

/** A device that numbers its messages, keeps what is not acknowledged, and sends it again after a reconnect. */
class Publisher {
  readonly id: string;
  readonly token: string;
  readonly acknowledged = new Set<number>();
  readonly #open: number[] = [];
  #last = 0;

  constructor({ id, token }: { id: string; token: string }) {
    this.id = id;
    this.token = token;
  }

  get sent(): number {
    return this.#last;
  }

  async publishUntilKilled(port: number): Promise<void> {
    try {
      const raw = await RawMqtt.connected(port, this.token);
      for (const number of this.#open) this.#send(raw, number, true);
      for (;;) {
        while (this.#open.length < window) {
          this.#open.push(++this.#last);
          this.#send(raw, this.#last, false);
        }
        const { messageId } = await raw.next("puback");
        const number = this.#open.shift() ?? 0;
        expect(messageId).toBe(idOf(number));
        this.acknowledged.add(number);
      }
    } catch (error) {
      if (!String(error).includes("closed") && !String(error).includes("ECONN")) throw error;
    }
  }

  #send(raw: RawMqtt, number: number, dup: boolean): void {
    raw.send(publishPacket(idOf(number), `{"ts":${number},"values":{"n":${number},"text":"v${number}"}}`, { dup }));
  }
}

const idOf = (number: number): number => ((number - 1) % 65_535) + 1;

/** What users asked for and were told "done", for a device that is away. */
class Wishes {
  readonly attributes: number[] = [];
  readonly calls: string[] = [];
  #last = 0;

  async makeUntilKilled(rest: RestClient, id: string): Promise<void> {
    try {
      for (;;) {
        const a = ++this.#last;
        const set = await rest.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, { a });
        if (set.status < 300) this.attributes.push(a);
        const queued = await rest.post(`/api/devices/${id}/commands`, { type: "RPC", method: `call-${a}` });
        if (queued.status === 202) this.calls.push(`call-${a}`);
        await sleep(5);
      }
    } catch {
      return; // the node is gone
    }
  }
}

async function pointsOf(rest: RestClient, { id }: Publisher): Promise<Map<number, string>> {
  const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=n,text&startTs=0&endTs=1000000000&limit=10000000`;
  const { n = [], text = [] } = (await rest.get(path)).json<Record<string, { ts: number; value: string }[]>>();
  const texts = new Map(text.map(({ ts, value }) => [ts, value]));
  expect(n.every(({ ts, value }) => value === String(ts) && texts.get(ts) === `v${ts}`)).toBe(true);
  expect(new Set(n.map(({ ts }) => ts)).size).toBe(n.length);
  return texts;
}

test.skipIf(kills === 0)(
  "[REL1] SIGKILL under load: every PUBACKed message is readable, none doubled; sessions and commands are intact",
  async () => {
    await using folder = await tempFolder();
    const env = settings(folder.path);
    const session = { clean: false, clientId: "away" };
    const devices: Publisher[] = [];
    const wishes = new Wishes();
    let away = { id: "", token: "" };
    const compare = async (rest: RestClient) => {
      for (const device of devices) {
        const stored = await pointsOf(rest, device);
        const missing = [...device.acknowledged].filter((number) => !stored.has(number));
        expect(missing).toEqual([]);
        expect(stored.size).toBeLessThanOrEqual(device.sent);
      }
    };

    for (let kill = 0; kill < kills; kill++) {
      await using node = await (await spawnNode({ env })).ready();
      const rest = await loginAsAdmin(node.rest);
      if (kill === 0) {
        for (let n = 0; n < publishers; n++) devices.push(new Publisher(await createDevice(rest, `publisher ${n}`)));
        away = await createDevice(rest, "away");
        const raw = await RawMqtt.connected(node.mqttPort, away.token, 4, session);
        raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: push, qos: 1 }] });
        await raw.next("suback");
        await raw[Symbol.asyncDispose]();
      }
      await compare(rest);
      const working = [
        ...devices.map((device) => device.publishUntilKilled(node.mqttPort)),
        wishes.makeUntilKilled(rest, away.id),
      ];
      const isUnderWay = () =>
        devices.every(({ acknowledged }) => acknowledged.size > kill) && wishes.calls.length > kill;
      await expect.poll(isUnderWay).toBe(true); // however busy the machine is
      await sleep(Math.random() * longestLifeMs);
      await node.kill();
      await Promise.all(working);
    }

    await using app = await startApp({ HELIO_DATA_DIR: folder.path });
    const rest = await app.login("admin");
    await compare(rest);
    await expectWishesKept(app.node.mqttPort, rest, away, session, wishes);
    expect(devices.every(({ acknowledged }) => acknowledged.size >= kills)).toBe(true);
    expect(wishes.attributes.length).toBeGreaterThan(0);
  },
  120_000 + kills * 60_000,
);

/** Sends some QoS 2 messages before the kill, and again after it. */
class Sender {
  static readonly ids = [1, 2, 40_000];
  readonly #version: Version;
  readonly #session: object;
  #device = { id: "", token: "" };

  constructor(version: Version) {
    this.#version = version;
    const more = version === 5 ? { properties: { sessionExpiryInterval: 3_600 } } : {};
    this.#session = { clean: false, clientId: "twice", ...more };
  }

  async begin(mqttPort: number, rest: RestClient): Promise<void> {
    this.#device = await createDevice(rest, `level ${this.#version}`);
    const raw = await RawMqtt.connected(mqttPort, this.#device.token, this.#version, this.#session);
    raw.send(...Sender.ids.map((id) => publishPacket(id, `{"n":${id}}`, { qos: 2 })));
    for (const id of Sender.ids) expect((await raw.next("pubrec")).messageId).toBe(id);
    raw.send({ cmd: "pubrel", messageId: 1 });
    await raw.next("pubcomp");
  }

  async repeat(mqttPort: number): Promise<void> {
    await using raw = await RawMqtt.open(mqttPort, this.#version);
    raw.send(connectPacket(this.#device.token, this.#version, this.#session));
    expect((await raw.next("connack")).sessionPresent).toBe(true);
    for (const id of [2, 40_000]) {
      raw.send(publishPacket(id, '{"n":-1}', { qos: 2, dup: true }));
      await raw.next("pubrec");
      raw.send({ cmd: "pubrel", messageId: id });
      expect((await raw.next("pubcomp")).reasonCode ?? 0).toBe(0); // in version 5: known
    }
    raw.send(publishPacket(1, '{"n":5}', { qos: 2 })); // released before: another message
    await raw.next("pubrec");
  }

  async stored(rest: RestClient): Promise<string[]> {
    const query = "keys=n&startTs=0&endTs=9999999999999";
    const path = `/api/plugins/telemetry/DEVICE/${this.#device.id}/values/timeseries?${query}`;
    const { n = [] } = (await rest.get(path)).json<Record<string, { value: string }[]>>();
    return n.map(({ value }) => value);
  }
}

test("[MQTT-4.3.3-2] a QoS 2 message that had its PUBREC before SIGKILL is not stored again, and is released, before version 5 and with it", async () => {
  await using folder = await tempFolder();
  const senders = [new Sender(4), new Sender(5)];
  {
    await using node = await (await spawnNode({ env: settings(folder.path) })).ready();
    const rest = await loginAsAdmin(node.rest);
    for (const sender of senders) await sender.begin(node.mqttPort, rest);
    await node.kill();
  }

  await using app = await startApp({ HELIO_DATA_DIR: folder.path });
  const rest = await app.login("admin");
  for (const sender of senders) {
    await sender.repeat(app.node.mqttPort);
    const stored = await sender.stored(rest);
    expect(stored).not.toContain("-1");
    expect(stored).toContain("5");
  }
});

async function expectWishesKept(
  mqttPort: number,
  rest: RestClient,
  away: { readonly id: string; readonly token: string },
  session: object,
  wishes: Wishes,
): Promise<void> {
  const commands = (await rest.get(`/api/devices/${away.id}/commands?limit=-1`)).json<{ data: CommandRecord[] }>().data;
  const methods = commands.map(({ parameters }) => String(parameters["method"]));
  expect(new Set(methods).size).toBe(methods.length);
  expect(methods).toEqual(expect.arrayContaining(wishes.calls));
  expect(commands.every(({ status }) => status === "QUEUED")).toBe(true);

  await using raw = await RawMqtt.open(mqttPort);
  raw.send(connectPacket(away.token, 4, session));
  expect((await raw.next("connack")).sessionPresent).toBe(true);
  const pushed: number[] = [];
  while (pushed.at(-1) !== wishes.attributes.at(-1)) {
    const { payload, messageId } = await raw.next("publish");
    pushed.push(JSON.parse(String(payload)).a);
    raw.send({ cmd: "puback", messageId: messageId ?? 0 });
  }
  expect(pushed).toEqual([...new Set(pushed)].sort((x, y) => x - y));
  expect(pushed).toEqual(expect.arrayContaining(wishes.attributes));
}
