import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";
import { describe, expect, onTestFinished, vi } from "vitest";
import { expectOk } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";
import { createDevice } from "../support/crash-node.ts";
import { type NodeProcess, spawnNode } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { LeftBehind } from "./left-behind.ts";

const password = "a password for tests";
const telemetry = "v1/devices/me/telemetry";
/** Between one value and the next: what counts is that somebody is always in the middle of sending. */
const pauseMs = 15;
/** Values that each has to get stored before the next thing happens. */
const storedBetween = 10;

async function startNode(place: ClusterPlace, name: string): Promise<NodeProcess> {
  const own = { HELIO_ADMIN_PASSWORD: password, HELIO_LOG_LEVEL: "error", HELIO_NODE_NAME: name };
  const env = { ...place.env, ...own };
  const node = await spawnNode({ env });
  onTestFinished(() => node[Symbol.asyncDispose]());
  return node.ready();
}

async function adminAt(node: NodeProcess): Promise<RestClient> {
  const { token } = expectOk(await node.rest.post("/api/auth/login", { username: "admin", password })).json<{
    token: string;
  }>();
  return node.rest.withToken(token);
}

/** A device that sends one value after the other to whichever node it finds, and knows which of them were acknowledged. */
class Sender {
  readonly id: string;
  readonly sent = new Set<number>();
  readonly acknowledged = new Set<number>();
  token: string;
  readonly #qos: 1 | 2;
  readonly #ports: () => readonly number[];
  #isOver = false;
  #turn: number;
  readonly running: Promise<void>;

  constructor(device: { id: string; token: string }, at: number, ports: () => readonly number[]) {
    [this.id, this.token, this.#turn, this.#ports] = [device.id, device.token, at, ports];
    this.#qos = at % 2 === 0 ? 1 : 2;
    this.running = this.#run();
  }

  stop(): Promise<void> {
    this.#isOver = true;
    return this.running;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const ports = this.#ports();
      const url = `mqtt://127.0.0.1:${ports[this.#turn++ % ports.length]}`;
      const options = {
        username: this.token,
        clientId: `sender ${this.id}`,
        reconnectPeriod: 0,
        connectTimeout: 20_000,
      };
      try {
        const client = await mqtt.connectAsync(url, options, false); // one that is put off is closed without a word [MQ7]
        await this.#send(client);
      } catch {
        await sleep(pauseMs * 4);
      }
    }
  }

  async #send(client: MqttClient): Promise<void> {
    client.on("error", () => undefined);
    const closed = new Promise<"closed">((resolve) => client.once("close", () => resolve("closed")));
    for (let isOpen = true; isOpen && !this.#isOver; await sleep(pauseMs)) {
      const ts = this.sent.size + 1;
      this.sent.add(ts);
      const stored = client.publishAsync(telemetry, JSON.stringify({ ts, values: { n: ts } }), { qos: this.#qos });
      const outcome = await Promise.race([stored.then(() => "stored" as const), closed]).catch(() => "closed" as const);
      if (outcome === "stored") this.acknowledged.add(ts);
      isOpen = outcome === "stored";
    }
    await client.endAsync(true).catch(() => undefined);
  }
}

const storedAt = async (admin: RestClient, { id }: Sender): Promise<number[]> => {
  const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=n&startTs=0&endTs=100000000&limit=100000&orderBy=ASC&useStrictDataTypes=true`;
  return (expectOk(await admin.get(path)).json<{ n?: { value: number }[] }>().n ?? []).map(({ value }) => value);
};

const latestAt = async (admin: RestClient, { id }: Sender): Promise<number> => {
  const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=n&useStrictDataTypes=true`;
  return expectOk(await admin.get(path)).json<{ n?: { ts: number }[] }>().n?.[0]?.ts ?? 0;
};

describe.skipIf(!hasCluster())("a cluster of processes", () => {
  atLength(
    "[CLU2, CLU3, CLU4, CLU5, RUL3, RUL7, MQ7] a node is killed under devices and readers: what was acknowledged is there, once, at every node, what it had not looked at the next one does, what is taken away works nowhere; one that stood still and wakes up writes nothing",
    async () => {
      await using place = await ClusterPlace.start();
      const first = await startNode(place, "first");
      const second = await startNode(place, "second");
      let living = [first, second];
      const admin = await adminAt(first);
      const devices = await Promise.all(Array.from({ length: 8 }, (_, i) => createDevice(admin, `device ${i}`)));
      const senders = devices.map((device, i) => new Sender(device, i, () => living.map(({ mqttPort }) => mqttPort)));
      let isRead = true;
      const other = await adminAt(second);
      const reading = (async () => {
        for (let at = 0; isRead && living.length === 2; at++) {
          const sender = senders[at % senders.length] as Sender;
          const before = Math.max(0, ...sender.acknowledged);
          expect(await latestAt(at % 2 === 0 ? admin : other, sender)).toBeGreaterThanOrEqual(before);
        }
      })();
      const allGotOn = async (): Promise<void> => {
        const before = senders.map(({ acknowledged }) => acknowledged.size);
        await vi.waitUntil(
          () => senders.every(({ acknowledged }, i) => acknowledged.size > (before[i] ?? 0) + storedBetween),
          {
            timeout: 40_000,
          },
        );
      };
      await allGotOn();

      isRead = false;
      await reading;
      const left = await LeftBehind.arrange(admin, place.url, "second");
      living = [first];
      await left.leave(place.url, second, () => second.kill());
      await allGotOn();
      await left.expectSeen(first);
      const third = await startNode(place, "third");
      living = [first, third];
      await allGotOn();
      await Promise.all(senders.map((sender) => sender.stop()));

      const admins = [admin, await adminAt(third)];
      for (const sender of senders) {
        for (const at of admins) {
          const stored = await storedAt(at, sender);
          expect(
            [...sender.acknowledged].filter((value) => !stored.includes(value)),
            "acknowledged and lost",
          ).toEqual([]);
          expect(stored.length, "doubled").toBe(new Set(stored).size);
          expect(
            stored.filter((value) => !sender.sent.has(value)),
            "foreign",
          ).toEqual([]);
        }
      }
      await revoked(admin, third, devices[0] as { id: string; token: string });
      await wokenUp(place, admin, first, third);
    },
    180_000,
  );
});

/** One that stands still while the others take over, with rules in the middle of storing what they decided, and then goes on. */
async function wokenUp(place: ClusterPlace, admin: RestClient, first: NodeProcess, third: NodeProcess): Promise<void> {
  const left = await LeftBehind.arrange(admin, place.url, "third");
  await left.leave(place.url, third, async () => third.signal("SIGSTOP"));
  await left.expectSeen(first);
  third.signal("SIGCONT");

  expect(await third.exited).toEqual({ code: 1, signal: null });
  await left.expectNothingMore();
}

/** Rotated at one node, a token closes its connections at another. */
async function revoked(admin: RestClient, node: NodeProcess, device: { id: string; token: string }): Promise<void> {
  const options = { username: device.token, clientId: randomUUID(), reconnectPeriod: 0 };
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${node.mqttPort}`, options);
  client.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  const credentials = expectOk(await admin.get(`/api/device/${device.id}/credentials`)).json<object>();
  expectOk(await admin.post("/api/device/credentials", { ...credentials, credentialsId: `new-${randomUUID()}` }));
  await closed;
  await expect(mqtt.connectAsync(`mqtt://127.0.0.1:${node.mqttPort}`, options)).rejects.toThrow();
}
