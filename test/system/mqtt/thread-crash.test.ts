import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { startOn } from "../../support/crash-node.ts";
import { publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";
import type { RestClient } from "../../support/rest-client.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const crashes = new URL("../../support/crash-mqtt-thread.ts", import.meta.url).href;
/** So many that it would be a miracle if none of them, or all, were on the thread that crashes. */
const devices = 24;
const push = "v1/devices/me/attributes";
const kept = { clean: false, clientId: "kept", properties: { sessionExpiryInterval: 3_600 } };

async function startCrashing(dataDir: string) {
  const file = join(dataDir, "crash");
  const settings = { HELIO_MQTT_THREADS: "2", TEST_CRASH_FILE: file, NODE_OPTIONS: `--import=${crashes}` };
  const started = await startOn(dataDir, { env: settings });
  let isGone = false;
  void started.node.exited.then(() => {
    isGone = true;
  });
  const crash = async () => {
    writeFileSync(file, "");
    while (existsSync(file) && !isGone) await sleep(10);
  };
  return { ...started, crash, isGone: () => isGone, tokens: await importDevices(started.admin) };
}

async function importDevices(admin: RestClient): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < devices; n++) {
    const { id } = expectOk(await admin.post("/api/device", { name: `device ${n}` })).json<{ id: { id: string } }>();
    const { credentialsId } = (await admin.get(`/api/device/${id.id}/credentials`)).json<{ credentialsId: string }>();
    tokens.push(credentialsId);
  }
  return tokens;
}

async function connectKept(port: number, token: string): Promise<{ raw: RawMqtt; isPresent: boolean }> {
  const raw = await RawMqtt.open(port, 5);
  raw.send({ cmd: "connect", protocolId: "MQTT", protocolVersion: 5, username: token, keepalive: 0, ...kept });
  const { sessionPresent, reasonCode } = await raw.next("connack");
  expect(reasonCode).toBe(0);
  return { raw, isPresent: sessionPresent };
}

const isAcknowledged = async (raw: RawMqtt, id: number): Promise<boolean> => {
  raw.send(publishPacket(id));
  return (await raw.next("puback")).reasonCode === 0;
};

test("[REL3] a transport thread that crashes is replaced: the others' devices go on, its own come back to their sessions; where they crash again and again the node ends and says why", async () => {
  await using folder = await tempFolder();
  const { node, crash, isGone, tokens, admin } = await startCrashing(folder.path);
  await using _ = node;
  const before = await Promise.all(tokens.map((token) => connectKept(node.mqttPort, token)));
  for (const { raw } of before) {
    raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: push, qos: 1 }] });
    await raw.next("suback");
  }

  await crash();
  await node.printed(/an MQTT thread has ended/);
  const served = await Promise.all(before.map(({ raw }) => isAcknowledged(raw, 7).catch(() => false)));

  expect(new Set(served)).toEqual(new Set([true, false]));
  for (const [at, token] of tokens.entries()) {
    if (served[at]) continue;
    const { raw, isPresent } = await connectKept(node.mqttPort, token);
    expect(isPresent).toBe(true);
    expect(await isAcknowledged(raw, 7)).toBe(true);
    raw.socket.destroy();
  }
  expect((await admin.get("/health/ready")).status).toBe(200);
  for (const { raw } of before) raw.socket.destroy();

  while (!isGone()) await crash();

  expect((await node.exited).code).toBe(1);
  expect(node.stdout + node.stderr).toContain("MQTT threads end again and again");
  expect(node.stdout + node.stderr).toContain("a test crashed this thread");
}, 240_000);
