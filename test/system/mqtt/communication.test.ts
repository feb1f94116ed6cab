import type { CommunicationRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp, TestTenant } from "../../support/app.ts";
import { type MqttDevice, mqttDevice } from "../../support/mqtt-device.ts";
import { publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";
import { sharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
let device: MqttDevice;

beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
  device = await mqttDevice(app, tenant);
});
afterAll(() => app[Symbol.asyncDispose]());

const whole = { startTime: "0", endTime: "9999999999999", limit: "2147483647", page: "0" };
const read = (query: Record<string, string>, by = tenant.admin, id = device.id) =>
  by.get(`/api/devices/${id}/communication/data?${new URLSearchParams(query)}`);
const entries = async (more: Record<string, string> = {}) =>
  (await read({ ...whole, ...more })).json<{ data: CommunicationRecord[] }>().data;

test("[COM1, COM2] connects, disconnects with their reason and rejected messages are there, newest first", async () => {
  const raw = await RawMqtt.connected(app.node.mqttPort, device.token, 4, { clientId: "logger" });
  raw.send(publishPacket(3, "not JSON"), publishPacket(4, '{"good":1}'));
  await raw.next("puback");
  await raw.next("puback");
  raw.send({ cmd: "disconnect" });
  await raw.closed;

  await expect.poll(() => entries()).toHaveLength(3); // a thread tells of the end a moment after the socket's
  const [left, rejected, connected, ...rest] = await entries();

  const at = {
    id: { entityType: "COMMUNICATION", id: expect.any(String) },
    time: expect.any(Number),
    transport: "MQTT",
  };
  expect(left).toEqual({
    ...at,
    kind: "DISCONNECT",
    direction: "IN",
    messageId: null,
    size: null,
    summary: "Disconnected: the device disconnected",
    error: null,
    payload: null,
  });
  expect(rejected).toEqual({
    ...at,
    kind: "MESSAGE_REJECTED",
    direction: "IN",
    messageId: 3,
    size: 8,
    summary: "Message on telemetry rejected",
    error: "Telemetry payload refused: it is not JSON",
    payload: "not JSON",
  });
  expect(connected?.summary).toMatch(
    /^Connected from (::ffff:)?127\.0\.0\.1 over TCP, MQTT 3\.1\.1, client id logger$/,
  );
  expect(rest).toEqual([]);
});

test("[COM1] pages, kinds and times narrow the list; -1 is everything", async () => {
  const [newest] = await entries();

  expect(await entries({ kind: "CONNECT" })).toHaveLength(1);
  expect((await read({ ...whole, limit: "2", page: "1" })).json()).toMatchObject({
    totalElements: 3,
    totalPages: 2,
    hasNext: false,
  });
  expect(await entries({ limit: "-1" })).toHaveLength(3);
  expect(await entries({ startTime: String((newest?.time ?? 0) + 1) })).toEqual([]);
  expect(await entries({ endTime: "1" })).toEqual([]);
});

test.each(["startTime", "endTime", "limit", "page"])("[COM1] %s is required", async (name) => {
  const { [name as "page"]: _, ...query } = whole;

  const response = await read(query as typeof whole);

  expect(response.status).toBe(400);
  expect(response.json<{ message: string }>().message).toContain(name);
});

test.each([
  ["limit", "0"],
  ["limit", "-2"],
  ["page", "-1"],
  ["startTime", "yesterday"],
  ["startTime", "99999999999999"],
])("[API5] %s=%s is a 400", async (name, value) => {
  expect((await read({ ...whole, [name]: value })).status).toBe(400);
});

test("[COM2] the refused connection of a known device is on record", async () => {
  const token = Buffer.from(device.token);
  const body = [0, 4, ...Buffer.from("MQTT"), 4, 0x80, 0, 0, 0, 0, 0, token.length, ...token];
  const raw = await RawMqtt.open(app.node.mqttPort, 4);
  raw.bytes([0x10, body.length, ...body]);
  await raw.closed;

  await expect
    .poll(async () => (await entries({ kind: "CONNECT_REFUSED" })).map(({ error }) => error))
    .toEqual(["client identifier not valid"]);
});

test.each([
  ["a broken connection", (raw: RawMqtt) => void raw.socket.resetAndDestroy(), /the connection (broke|was closed)/],
  ["a protocol violation", (raw: RawMqtt) => raw.bytes([0x00, 0x00]), /malformed packet/],
])("[COM2] the log says why a connection ended: %s", async (_, end, reason) => {
  const own = await mqttDevice(app, tenant);
  const raw = await RawMqtt.connected(app.node.mqttPort, own.token);

  end(raw);
  await raw.closed;

  const ended = async () =>
    (await read({ ...whole, kind: "DISCONNECT" }, tenant.admin, own.id)).json<{ data: CommunicationRecord[] }>().data;
  await expect.poll(async () => (await ended())[0]?.error).toMatch(reason);
});

test("[API3] another tenant does not see the log", async () => {
  expect((await read(whole, (await app.tenant()).admin)).status).toBe(404);
});
