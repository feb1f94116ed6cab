import type { CommunicationRecord, RefusedContacts } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type OwnTenant, type TestApp } from "../support/app.ts";
import { connectMqttJs, mqttDevice } from "../support/mqtt-device.ts";
import { connectPacket, RawMqtt } from "../support/raw-mqtt.ts";
import { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: OwnTenant;
let session: string;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
  ({ token: session } = await app.tokens(home.username));
});
afterAll(() => app[Symbol.asyncDispose]());

const from = (address: string) => new RestClient(app.node.httpPort, {}, address);

/** Asked by somebody at that address. */
async function heardFrom(address: string, headers: Record<string, string> = {}): Promise<RefusedContacts> {
  const rest = new RestClient(app.node.httpPort, { "x-authorization": `Bearer ${session}`, ...headers }, address);
  return expectOk(await rest.get("/api/communication/refused")).json<RefusedContacts>();
}

test("[COM3] who asks from the same address is told that a token was wrong, and nothing of it but its length", async () => {
  expect((await from("127.0.0.41").post("/api/v1/not-a-token-of-ours/telemetry", { temperature: 1 })).status).toBe(401);
  expect((await from("127.0.0.41").post("/status.php?F=PING&ID=wrong")).status).toBe(401);

  const heard = await heardFrom("127.0.0.41");

  expect(heard).toMatchObject({
    address: "127.0.0.41",
    count: 2,
    contacts: [
      { transport: "HTTP", reason: "TOKEN_UNKNOWN", request: "POST /status.php", tokenLength: 5 },
      {
        transport: "HTTP",
        reason: "TOKEN_UNKNOWN",
        request: "POST /api/v1/:token/telemetry",
        tokenLength: 19,
        size: 17,
      },
    ],
  });
  expect(JSON.stringify(heard)).not.toMatch(/not-a-token|wrong/);
  expect(await heardFrom("127.0.0.42")).toMatchObject({ address: "127.0.0.42", count: 0, contacts: [] });
});

test("[COM3] a path nobody serves and a wrong method are told without what the path says", async () => {
  await from("127.0.0.43").post("/api/v1/secret-token/telemtry", {});
  await from("127.0.0.43").get("/api/v1/secret-token/telemetry");
  await from("127.0.0.43").post("/api/v1/telemetry/secret-token", {});
  await from("127.0.0.43").post("/api/elsewhere", {});

  const heard = await heardFrom("127.0.0.43");

  expect(heard.contacts.map(({ reason }) => reason)).toEqual(["ADDRESS_UNKNOWN", "METHOD_WRONG", "ADDRESS_UNKNOWN"]);
  expect(JSON.stringify(heard)).not.toContain("secret");
});

test("[COM3] over MQTT a wrong token and a missing one are told", async () => {
  for (const token of ["wrong", ""]) {
    await using raw = await RawMqtt.open(app.node.mqttPort);
    raw.send(connectPacket(token, 4));
    await raw.next("connack");
  }

  await expect
    .poll(async () => (await heardFrom("127.0.0.1")).contacts.slice(0, 2)) // the newest
    .toMatchObject([
      { transport: "MQTT", reason: "TOKEN_MISSING", request: null, tokenLength: null },
      { transport: "MQTT", reason: "TOKEN_UNKNOWN", request: null, tokenLength: 5 },
    ]);
});

test("[COM3] behind a proxy nobody trusts no address is anybody's own: nothing is told, nothing kept", async () => {
  await from("127.0.0.44").post("/api/v1/wrong/telemetry", {}, { headers: { "x-forwarded-for": "192.0.2.1" } });
  await from("127.0.0.44").post("/api/v1/wrong/telemetry", {});

  expect(await heardFrom("127.0.0.44", { "x-forwarded-for": "192.0.2.9" })).toMatchObject({ address: null, count: 0 });
  expect((await heardFrom("127.0.0.44")).count).toBe(1);
});

test("[COM3, AUTH5] whoever may not see tokens is told nothing", async () => {
  await app.user(home.admin, home.id, "viewer", "VIEWER");
  const viewer = await app.login("viewer");

  expect((await viewer.get("/api/communication/refused")).status).toBe(403);
});

test("[COM2, MQ3] a message without a value is in the log of its device, over HTTP and MQTT", async () => {
  const { id, token } = await mqttDevice(app, home);
  await using device = await connectMqttJs(app, token);

  expectOk(await app.rest.post(`/api/v1/${token}/telemetry`, {}));
  await device.client.publishAsync("v1/devices/me/telemetry", "[]", { qos: 1 });

  const path = `/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=-1&page=0&kind=MESSAGE_EMPTY`;
  await expect
    .poll(async () => (await home.admin.get(path)).json<{ data: CommunicationRecord[] }>().data)
    .toMatchObject([
      { transport: "MQTT", size: 2, summary: "Message without a value", error: null },
      { transport: "HTTP", size: 2 },
    ]);
});

test("[COM2, COM3] with a known token a wrong address and a wrong method are in the log of the device, and nobody else's", async () => {
  const { id, token } = await mqttDevice(app, home);
  const device = from("127.0.0.45");

  expect((await device.post(`/api/v1/${token}/telemetri`, { a: 1 })).status).toBe(404);
  expect((await device.get(`/api/v1/${token}/telemetry`)).status).toBe(405);
  expect((await device.post(`/api/v1/telemetry/${token}`, {})).status).toBe(404);

  const path = `/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=-1&page=0&kind=MESSAGE_REJECTED`;
  const logged = async () => (await home.admin.get(path)).json<{ data: CommunicationRecord[] }>().data;
  const noAddress = expect.stringMatching(/^There is no such address: .*telemetry/);
  await expect.poll(logged).toMatchObject([
    { transport: "HTTP", summary: "POST telemetry/{token} rejected", error: noAddress, size: 2 },
    { transport: "HTTP", summary: "GET telemetry rejected", error: "GET is not possible here, only POST" },
    { transport: "HTTP", summary: "POST telemetri rejected", error: noAddress, size: 7 },
  ]);
  expect(JSON.stringify(await logged())).not.toContain(token);
  expect((await heardFrom("127.0.0.45")).count).toBe(0);
});
