import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type OwnTenant, type TestApp } from "../support/app.ts";
import { HttpDevice, messageIdOf } from "../support/device-http.ts";
import { LiveClient } from "../support/live-client.ts";
import { mqttDevice } from "../support/mqtt-device.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let tenant: OwnTenant;
beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const open = async (username = tenant.username) =>
  LiveClient.open(app.node.httpPort, (await app.tokens(username)).token);
const tells = (list: string) => (frame: { lists?: readonly string[] }) => frame.lists?.includes(list) ?? false;

test("who shows a list of a device is told that it changed: commands, communication, files", async () => {
  const { id, token } = await mqttDevice(app, tenant);
  const logger = new HttpDevice(app.node.httpPort, token);
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: id, lists: ["commands", "communication", "files"] });
  expect(await live.next()).toEqual({
    ...{ type: "state", id: 1, deviceId: id, lists: ["commands", "communication", "files"] },
  });

  expectOk(await tenant.admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));
  expect(await live.next()).toEqual({ type: "change", id: 1, deviceId: id, lists: ["commands"] });
  await logger.contact("PING");
  await live.until(tells("communication"));
  await logger.contact("UPLOAD", "content", { tag: "raw", fileName: "a.txt" });
  await live.until(tells("files"));
});

test("[FILE2] files that a list no longer names are news, also when it names none", async () => {
  const { id, token } = await mqttDevice(app, tenant);
  const logger = new HttpDevice(app.node.httpPort, token);
  await logger.contact("ATTN", '<root><attention text="File=/sde/preview/20220629/20220629_110000.osfz"/></root>');
  const range = { startTime: "2022-06-29T00:00:00Z", endTime: "2022-06-30T00:00:00Z" };
  expectOk(await tenant.admin.post(`/api/devices/${id}/request-list`, range));
  const messageId = messageIdOf(await logger.contact("PING"));
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: id, lists: ["files"] });
  await live.next();

  await logger.contact("RETURN_LIST", "<root/>", { messageId });

  expect(await live.next()).toMatchObject({ type: "change", lists: ["files"] });
});

test("a command that is handed out is news, too", async () => {
  const { id, token } = await mqttDevice(app, tenant);
  expectOk(await tenant.admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: id, lists: ["commands"] });
  await live.next();

  await new HttpDevice(app.node.httpPort, token).contact("PING");

  expect(await live.next()).toMatchObject({ type: "change", lists: ["commands"] });
});

test("lists nobody asked for, and other devices, are not told of", async () => {
  const [watched, other] = [await mqttDevice(app, tenant), await mqttDevice(app, tenant)];
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: watched.id, lists: ["files"] });
  await live.next();

  expectOk(await tenant.admin.post(`/api/devices/${watched.id}/commands`, { type: "SCPI", text: "x" }));
  expectOk(await tenant.admin.post(`/api/devices/${other.id}/commands`, { type: "SCPI", text: "x" }));
  await new HttpDevice(app.node.httpPort, watched.token).contact("UPLOAD", "content", { fileName: "a.txt" });

  expect(await live.next()).toMatchObject({ type: "change", lists: ["files"] });
});

test.for([{ lists: ["weather"] }, { lists: [] }, { lists: "files" }])("%j is refused", async (wanted) => {
  const { id } = await mqttDevice(app, tenant);
  await using live = await open();

  live.send({ type: "subscribe", id: 1, deviceId: id, ...wanted });

  expect(await live.next()).toMatchObject({ type: "error", code: "LIVE_FRAME_INVALID" });
});
