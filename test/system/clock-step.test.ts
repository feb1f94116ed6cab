import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { mqttDevice } from "../support/mqtt-device.ts";
import { publishPacket, RawMqtt } from "../support/raw-mqtt.ts";
import { tempFolder } from "../support/temp-folder.ts";

const hourMs = 3_600_000;
/** Longer than the sweeps of keep-alives and of activity are apart; where they come later, there is less to see. */
const sweptMs = 1_500;
const realNow = Date.now;

/** Sets the wall clock of this process, in which the node runs; the monotonic one goes on. */
const setClock = (byMs: number) => vi.spyOn(Date, "now").mockImplementation(() => realNow() + byMs);

afterEach(() => vi.restoreAllMocks());

test("[RUN12] an excursion of the clock disconnects nobody, makes nobody inactive and leaves nothing in the future", async () => {
  await using app = await startApp({ HELIO_INACTIVITY_TIMEOUT: "10min" });
  const tenant = await app.firstTenant();
  const { id, token } = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(app.node.mqttPort, token, 5, { keepalive: 30 });
  const device = async () =>
    expectOk(await tenant.admin.get(`/api/device/${id}`)).json<{ active: boolean; lastActivityTime: number }>();
  const publish = async (messageId: number) => {
    raw.send(publishPacket(messageId));
    await raw.next("puback");
  };
  await publish(1);

  setClock(hourMs);
  await sleep(sweptMs);
  expect(await raw.isServed()).toBe(true);
  expect(await device()).toMatchObject({ active: true });
  await publish(2);
  await sleep(sweptMs);
  setClock(0);

  await expect.poll(async () => (await device()).lastActivityTime - realNow()).toBeLessThanOrEqual(0);
  await sleep(sweptMs);
  expect(await raw.isServed()).toBe(true);
  const healed = await device();
  expect(healed.active).toBe(true);
  expect(healed.lastActivityTime).toBeLessThanOrEqual(realNow());
  await publish(3);
});

test("[CMD2, RUN12] a call that is out comes again after a start, though the clock was set while nobody looked", async () => {
  await using folder = await tempFolder();
  const env = { HELIO_DATA_DIR: folder.path };
  const kept = { clean: false, clientId: "kept" };
  setClock(-2 * hourMs);
  const token = await callTakenOnce(env, kept);

  setClock(0);
  await using app = await startApp(env);
  await app.platform.commands.sweep();
  await using again = await RawMqtt.connected(app.node.mqttPort, token, 4, kept);

  expect(await again.next("publish")).toMatchObject({ dup: true, topic: "v1/devices/me/rpc/request/1" });
});

/** A kept session gets a call, does not acknowledge it, and the node stops. */
async function callTakenOnce(env: Record<string, string>, kept: Parameters<typeof RawMqtt.connected>[3]) {
  await using app = await startApp(env);
  const tenant = await app.firstTenant();
  const { id, token } = await mqttDevice(app, tenant);
  await using raw = await RawMqtt.connected(app.node.mqttPort, token, 4, kept);
  raw.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "v1/devices/me/rpc/request/+", qos: 1 }] });
  await raw.next("suback");
  expectOk(await tenant.admin.post(`/api/devices/${id}/commands`, { type: "RPC", method: "say", params: "once" }));
  await raw.next("publish");
  return token;
}
