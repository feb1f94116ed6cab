import { execFile } from "node:child_process";
import { type ClientRequest, request as httpRequest } from "node:http";
import { promisify } from "node:util";
import type { CommandRecord, CommunicationRecord, DeviceRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { hasProgram } from "../support/debian-package.ts";

const run = promisify(execFile);
const limits = { HELIO_DEVICE_POLLS_PER_DEVICE: "2", HELIO_DEVICE_POLLS: "4", HELIO_DEVICE_REQUESTS_PER_DEVICE: "3" };

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp({ ...limits, HELIO_TOKEN_FREE_GUESSES: "1000", HELIO_MQTT_MAX_PACKET: "4096" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const plugins = "/api/plugins/telemetry/DEVICE";

async function arrange(at = home) {
  const { id } = (await app.device(at)).id;
  const { credentialsId: token } = (await at.admin.get(`/api/device/${id}/credentials`)).json<{
    credentialsId: string;
  }>();
  const path = (rest: string) => `/api/v1/${token}/${rest}`;
  const log = async () =>
    (
      await at.admin.get(`/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=-1&page=0`)
    ).json<{ data: CommunicationRecord[] }>().data;
  return {
    ...{ id, token, path, log },
    base: `http://127.0.0.1:${app.node.httpPort}/api/v1/${token}`,
    post: (rest: string, body?: unknown) => app.rest.post(path(rest), body),
    get: (rest: string) => app.rest.get(path(rest)),
    share: async (values: unknown) => expectOk(await at.admin.post(`${plugins}/${id}/attributes/SHARED_SCOPE`, values)),
    latest: async () => (await at.admin.get(`${plugins}/${id}/values/timeseries`)).json<Record<string, object[]>>(),
    queue: async (method: string) =>
      expectOk(
        await at.admin.post(`/api/devices/${id}/commands`, { type: "RPC", method, params: { on: true } }),
      ).json<CommandRecord>(),
    command: async ({ id: command }: CommandRecord) =>
      (await at.admin.get(`/api/devices/${id}/commands?limit=-1&page=0`))
        .json<{ data: CommandRecord[] }>()
        .data.find((one) => one.id.id === command.id),
  };
}

const openPolls = async () =>
  Number(/heliograph_device_polls_open (\d+)/.exec(await app.platform.registry.metrics())?.[1]);
const polling = (count: number) => expect.poll(openPolls, { timeout: 20_000 }).toBe(count);

test("[TBC1, MQ2, DEV5] telemetry over HTTP is stored when it is answered, and a sign of life", async () => {
  const device = await arrange();

  const answers = [
    await device.post("telemetry", { temperature: 21.5, on: true }),
    await device.post("telemetry", [{ ts: 1_794_700_800_000, values: { big: 1 } }, { note: "ä" }]),
    await device.post("telemetry", '{"exact":9007199254740993}'),
  ];

  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, ""],
    [200, ""],
    [200, ""],
  ]);
  expect(await device.latest()).toMatchObject({
    temperature: [{ value: "21.5" }],
    big: [{ ts: 1_794_700_800_000, value: "1" }],
    note: [{ value: "ä" }],
    exact: [{ value: "9007199254740993" }],
  });
  expect((await home.admin.get(`/api/device/${device.id}`)).json<DeviceRecord>().active).toBe(true);
  expect(await device.log()).toEqual([]); // not each message [COM2]
});

test.skipIf(!hasProgram("curl", "--version", ["curl"], "curl as a device is not tried"))(
  "[TBC1] curl as it comes is a device: values, attributes, a call and its answer",
  async () => {
    const device = await arrange();
    const curl = async (...args: string[]) =>
      (await run("curl", ["-sS", "--fail", "--max-time", "80", ...args])).stdout;
    const command = await device.queue("setRelay");

    await curl("-d", '{"temperature":21.5}', `${device.base}/telemetry`);
    await curl("-d", '{"serial":"7"}', `${device.base}/attributes`);
    const call: unknown = JSON.parse(await curl(`${device.base}/rpc?timeout=20000`));
    await curl("-d", '{"done":true}', `${device.base}/rpc/${command.messageId}`);

    expect(await device.latest()).toMatchObject({ temperature: [{ value: "21.5" }] });
    expect(JSON.parse(await curl(`${device.base}/attributes?clientKeys=serial`))).toEqual({ client: { serial: "7" } });
    expect(call).toEqual({ id: command.messageId, method: "setRelay", params: { on: true } });
    expect(await device.command(command)).toMatchObject({ status: "DONE", answer: '{"done":true}' });
  },
);

test("[TBC1, MQ5] a device reads its attributes: those it names, or all of both scopes", async () => {
  const device = await arrange();
  await device.share({ interval: 5, limit: 9 });
  await device.post("attributes", { serial: "7", "": null });

  expect((await device.get("attributes")).json()).toEqual({
    client: { serial: "7" },
    shared: { interval: 5, limit: 9 },
  });
  expect((await device.get("attributes?sharedKeys=limit,none")).json()).toEqual({ shared: { limit: 9 } });
  expect((await device.get("attributes?clientKeys=none")).text).toBe("{}");
});

test("[TBC1, MQ6] a device that waits is told which shared attributes changed, and which are gone", async () => {
  const device = await arrange();
  await device.share({ old: 1 });
  const [changed, private_] = [device.get("attributes/updates?timeout=300000"), device.post("attributes", { own: 1 })];
  await private_;
  await polling(1);

  await device.share({ interval: 5 });
  expect((await changed).json()).toEqual({ interval: 5 });
  await polling(0);

  const deleted = device.get("attributes/updates");
  await polling(1);
  expectOk(await home.admin.delete(`${plugins}/${device.id}/SHARED_SCOPE?keys=old`));
  expect((await deleted).json()).toEqual({ deleted: ["old"] });
});

test("[TBC1, CMD2] a call reaches the device that waits, once; one it never read waits for the next contact", async () => {
  const device = await arrange();
  const waiting = device.get("rpc?timeout=300000");
  await polling(1);
  const first = await device.queue("first");
  expect((await waiting).json()).toMatchObject({ id: first.messageId, method: "first" });
  expect(await device.command(first)).toMatchObject({ status: "SENT", attempts: 1 });

  const gone = httpRequest({ host: "127.0.0.1", port: app.node.httpPort, path: device.path("rpc?timeout=300000") }).on(
    "error",
    () => 0,
  );
  gone.end();
  await polling(1);
  gone.destroy();
  await polling(0);
  const second = await device.queue("second");

  expect((await device.get("rpc")).json()).toMatchObject({ id: second.messageId, method: "second" });
  expect((await device.log()).filter(({ kind }) => kind === "RPC")).toMatchObject([
    { transport: "HTTP", direction: "OUT", messageId: second.messageId },
    { transport: "HTTP", direction: "OUT", messageId: first.messageId },
  ]);
});

test("[TBC1, MQ6] a one-way call is done when the device has it", async () => {
  const device = await arrange();
  const called = home.admin.post(`/api/rpc/oneway/${device.id}`, { method: "blink", timeout: 60_000 });

  expect((await device.get("rpc")).json()).toMatchObject({ method: "blink" });

  expect((await called).status).toBe(200);
});

test("[TBC1] nothing in time is 408, and no mistake of the device", async () => {
  const device = await arrange();

  const answers = await Promise.all([device.get("rpc?timeout=1"), device.get("attributes/updates?timeout=1")]);

  for (const answer of answers) expect(answer.json()).toMatchObject({ status: 408, errorCode: 31 });
  expect(answers[0]?.headers["x-refusal"]).toBe("POLL_NOTHING_CAME");
  expect(await device.log()).toEqual([]);
  expect((await device.get("rpc?timeout=-1")).status).toBe(400);
});

test("[TBC1, DEV4] a token that is replaced, and a device or a tenant that is removed, ends what waits with 401", async () => {
  const [rotated, removed] = [await arrange(), await arrange()];
  const tenant = await app.tenant();
  const lost = await arrange(tenant);
  const waiting = [rotated.get("rpc"), removed.get("attributes/updates"), lost.get("rpc")];
  await polling(3);

  expectOk(await home.admin.post("/api/device/credentials", { deviceId: { entityType: "DEVICE", id: rotated.id } }));
  expectOk(await home.admin.delete(`/api/device/${removed.id}`));
  expectOk(await (await app.systemAdministrator()).delete(`/api/tenants/${tenant.id}`));

  for (const answer of await Promise.all(waiting)) expect(answer.json()).toMatchObject({ status: 401, errorCode: 10 });
  for (const gone of [rotated, removed, lost]) expect((await gone.post("telemetry", { a: 1 })).status).toBe(401);
});

test("[TBC1, REL2] a device that waits too often has its oldest request answered; too many of all are 503", async () => {
  const [busy, other, late] = [await arrange(), await arrange(), await arrange()];
  const oldest = busy.get("rpc");
  await polling(1);
  const rest = [busy.get("rpc")];
  await polling(2);
  rest.push(busy.get("rpc"));
  expect((await oldest).headers["x-refusal"]).toBe("POLL_GAVE_WAY");
  rest.push(other.get("rpc"), other.get("rpc"));
  await polling(4);

  const refused = await late.get("rpc");

  expect(refused.json()).toMatchObject({ status: 503 });
  expect(refused.headers).toMatchObject({ "x-refusal": "POLLS_TOO_MANY", "retry-after": "5" });
  for (const { id } of [busy, other]) expectOk(await home.admin.delete(`/api/device/${id}`));
  await Promise.all(rest);
  await polling(0);
});

test("[TBC1, REL2] more requests of a device than may be under way are 503, and the others go on", async () => {
  const device = await arrange();
  const open = new Set<ClientRequest>();
  /** What asks how many there are is one, too: who came when it was there was refused, and another takes its place. */
  const openMissing = () => {
    const missing = 3 - open.size;
    for (let one = 0; one < missing; one++) {
      const headers = { "content-length": "8" };
      const target = { host: "127.0.0.1", port: app.node.httpPort, path: device.path("telemetry"), method: "POST" };
      const one = httpRequest({ ...target, headers });
      open.add(one.on("error", () => 0).on("close", () => open.delete(one)));
      one.on("response", () => one.destroy()).flushHeaders();
    }
    return missing;
  };

  // Asked only where none is on its way: it would be the one that takes the third's place, every time anew.
  await expect.poll(async () => openMissing() === 0 && (await device.get("attributes")).status).toBe(503);
  for (const one of open) one.destroy();

  await expect.poll(async () => (await device.get("attributes")).status).toBe(200);
  const said = async () => (await device.log()).map(({ summary, error }) => `${summary}: ${error}`);
  await expect.poll(said).toContain("POST telemetry rejected: the connection ended before the body did");
  expect(await said()).toContainEqual(expect.stringMatching(/^GET attributes rejected: .*3 requests under way/));
});

test.each([
  ["telemetry", "{", 400, "POST telemetry rejected"],
  ["telemetry", "", 400, "POST telemetry rejected"],
  ["telemetry", '{"a":1e999}', 400, "POST telemetry rejected"],
  ["telemetry", `{"a":"${"x".repeat(5_000)}"}`, 413, "POST telemetry rejected"],
  ["attributes", "[1]", 400, "POST attributes rejected"],
  ["rpc", '{"params":1}', 400, "POST rpc rejected"],
  ["rpc/12", "{}", 404, "POST rpc/:requestId rejected"],
  ["rpc/0x1", "{}", 404, "POST rpc/:requestId rejected"],
  ["claim", "{}", 404, "POST claim rejected"],
])(
  "[TBC1, MQ4, COM2] POST %s of what cannot be taken, such as %.20s, is %i, stores nothing, and is on record",
  async (rest, body, status, summary) => {
    const device = await arrange();

    const answer = await device.post(rest, body);

    expect(answer.json<object>()).toMatchObject({ status });
    expect(await device.latest()).toEqual({});
    const [entry] = await device.log();
    expect(entry).toMatchObject({ kind: "MESSAGE_REJECTED", direction: "IN", transport: "HTTP", summary });
    expect(entry?.error).not.toBeNull();
    expect(entry?.payload).toBe(status === 413 || body === "" ? null : body); // one that is too long is not read
  },
);

test("[TBC1, API2] the token is in no answer, log entry or metric, and a wrong one is 401 before its body is looked at", async () => {
  const device = await arrange();
  const wrong = app.rest.post("/api/v1/not-a-token/telemetry", "x".repeat(100_000));
  const unknown = await device.get("firmware");

  expect((await wrong).json()).toMatchObject({ status: 401, errorCode: 10 });
  expect(unknown.json()).toMatchObject({ status: 404, message: expect.stringContaining("GET /api/v1/***/firmware") });
  expect((await app.rest.send("HEAD", device.path("rpc"))).status).toBe(405); // it would take a call and lose it
  await device.post("telemetry", "{");
  const metrics = await app.platform.registry.metrics();
  expect(metrics).toContain('route="/api/v1/:token/telemetry"');
  for (const text of [metrics, unknown.text, JSON.stringify(await device.log())])
    expect(text).not.toContain(device.token);
});

test("[TBC1, MQ6] a device asks what it may send", async () => {
  const device = await arrange();

  const known = (await device.post("rpc", { method: "getSessionLimits" })).json();
  const unknown = (await device.post("rpc", { method: "dance" })).json();

  expect(known).toEqual({ maxPayloadSize: 4_096, rateLimits: {} });
  expect(unknown).toEqual({ error: "Unknown method dance" });
});

test("[TBC1, QTA1, MQ9] a rate of a tenant counts over HTTP: 503 with Retry-After, and on record", async () => {
  const tenant = await app.tenant();
  const device = await arrange(tenant);
  const system = await app.systemAdministrator();
  expectOk(await system.put(`/api/tenants/${tenant.id}/limits`, { devicePoints: 1 }));

  expect(
    (await device.post("telemetry", Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n])))).status,
  ).toBe(200);
  const refused = await device.post("telemetry", { a: 2 });

  expect(refused.json()).toMatchObject({ status: 503 });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await device.log())[0]).toMatchObject({
    kind: "MESSAGE_REJECTED",
    error: expect.stringContaining("per second"),
  });
});

test("[TBC1, RUN6] a node that stops ends what waits instead of being held up", async () => {
  await using other = await startApp();
  const tenant = await other.firstTenant();
  const { id } = (await other.device(tenant)).id;
  const { credentialsId } = (await tenant.admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  const waiting = other.rest.get(`/api/v1/${credentialsId}/rpc?timeout=300000`);
  const open = async () => /heliograph_device_polls_open 1/.test(await other.platform.registry.metrics());
  await expect.poll(open, { timeout: 20_000 }).toBe(true);

  await other[Symbol.asyncDispose]();

  expect((await waiting).headers["x-refusal"]).toBe("POLL_ENDED");
});
