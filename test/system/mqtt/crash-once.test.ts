import { setTimeout as sleep } from "node:timers/promises";
import type { CredentialsRecord, DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { loginAsAdmin } from "../../support/admin-login.ts";
import { startApp, testPassword } from "../../support/app.ts";
import { spawnNode } from "../../support/node-process.ts";
import { publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";
import type { RestClient } from "../../support/rest-client.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { sizeOf } from "../../switches.ts";

const kills = sizeOf("HELIO_TEST_SINGLE_KILLS");
const publishers = 4;
const window = 40;
const longestLifeMs = 600;
/** More than are in flight: two messages of one millisecond never meet in a key. */
const keys = 200;

/** Sends numbers without a time of their own, each exactly once as far as it is concerned. */
class CarefulPublisher {
  readonly id: string;
  readonly #token: string;
  readonly completed = new Set<number>();
  /** In the order they were sent; those that were received wait for the end of their release. */
  readonly #open = new Map<number, "sent" | "received">();
  #last = 0;

  constructor(id: string, token: string) {
    this.id = id;
    this.#token = token;
  }

  async publishUntilKilled(port: number): Promise<void> {
    try {
      const raw = await RawMqtt.connected(port, this.#token, 4, { clean: false, clientId: "careful" });
      for (const [number, state] of this.#open) this.#repeat(raw, number, state);
      for (;;) await this.#step(raw);
    } catch (error) {
      if (!String(error).includes("closed") && !String(error).includes("ECONN")) throw error;
    }
  }

  #repeat(raw: RawMqtt, number: number, state: "sent" | "received"): void {
    if (state === "sent") raw.send(message(number, true));
    else raw.send({ cmd: "pubrel", messageId: idOf(number) });
  }

  async #step(raw: RawMqtt): Promise<void> {
    while (this.#open.size < window) {
      this.#open.set(++this.#last, "sent");
      raw.send(message(this.#last, false));
    }
    const { cmd, messageId } = await raw.nextOf("pubrec", "pubcomp");
    const number = [...this.#open.keys()].find((open) => idOf(open) === messageId);
    if (number === undefined) return;
    if (cmd === "pubrec") {
      this.#open.set(number, "received");
      raw.send({ cmd: "pubrel", messageId: idOf(number) });
    } else {
      this.#open.delete(number);
      this.completed.add(number);
    }
  }
}

const idOf = (number: number): number => ((number - 1) % 65_535) + 1;
const message = (number: number, dup: boolean) =>
  publishPacket(idOf(number), `{"k${number % keys}":${number}}`, { qos: 2, dup });

async function createPublisher(rest: RestClient, name: string): Promise<CarefulPublisher> {
  const { id } = (await rest.post("/api/device", { name })).json<DeviceRecord>();
  const { credentialsId } = (await rest.get(`/api/device/${id.id}/credentials`)).json<CredentialsRecord>();
  return new CarefulPublisher(id.id, credentialsId);
}

async function storedNumbers(rest: RestClient, { id }: CarefulPublisher): Promise<number[]> {
  const names = Array.from({ length: keys }, (_, n) => `k${n}`).join(",");
  const query = `keys=${names}&startTs=0&endTs=${Date.now() + 60_000}&limit=1000000`;
  const points = (await rest.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?${query}`)).json<
    Record<string, { value: string }[]>
  >();
  return Object.values(points).flatMap((samples) => samples.map(({ value }) => Number(value)));
}

test.skipIf(kills === 0)(
  "[MQ7] SIGKILL under load: what was sent with QoS 2 in a kept session is stored exactly once",
  async () => {
    await using folder = await tempFolder();
    const env = {
      HELIO_DATA_DIR: folder.path,
      HELIO_ADMIN_PASSWORD: testPassword,
      HELIO_LOG_LEVEL: "silent",
      HELIO_MQTT_THREADS: String(sizeOf("HELIO_TEST_MQTT_THREADS")),
    };
    const devices: CarefulPublisher[] = [];

    const compare = async (rest: RestClient) => {
      for (const device of devices) {
        const stored = await storedNumbers(rest, device);
        expect(stored.length - new Set(stored).size, "stored twice").toBe(0);
        expect([...device.completed.difference(new Set(stored))], "lost").toEqual([]);
      }
    };

    for (let kill = 0; kill <= kills; kill++) {
      await using node = await (await spawnNode({ env })).ready();
      const rest = await loginAsAdmin(node.rest);
      for (let n = devices.length; n < publishers; n++) devices.push(await createPublisher(rest, `careful ${n}`));
      await compare(rest);
      const working = devices.map((device) => device.publishUntilKilled(node.mqttPort));
      const before = devices.map(({ completed }) => completed.size);
      const areUnderWay = () => devices.every(({ completed }, n) => completed.size > (before[n] ?? 0));
      await expect.poll(areUnderWay).toBe(true); // however busy the machine is
      await sleep(Math.random() * longestLifeMs);
      await node.kill();
      await Promise.all(working);
    }
    await using app = await startApp({ HELIO_DATA_DIR: folder.path });
    await compare(await app.login("admin")); // repetitions are over

    expect(devices.reduce((sum, { completed }) => sum + completed.size, 0)).toBeGreaterThan(0);
  },
  120_000 + kills * 60_000,
);
