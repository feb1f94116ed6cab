import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_INACTIVITY_TIMEOUT: "10min", HELIO_LIVE_PAGE_CHOICE: "1s" });
  tenant = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const base = "/api/plugins/telemetry/DEVICE";
const newDevice = async () => (await app.device(tenant)).id.id;
const write = async (id: string, body: unknown) =>
  expectOk(await tenant.admin.post(`${base}/${id}/timeseries/ANY`, body));
const open = async (username = "admin") => LiveClient.open(app.node.httpPort, (await app.tokens(username)).token);
const point = (ts: number, values: object) => ({ ts, values });

async function newUser(): Promise<{ username: string; id: string }> {
  const username = `user-${randomUUID()}`;
  const { id } = await app.user(tenant.admin, tenant.id, username, "VIEWER");
  return { username, id: id.id };
}

test("[API11] a frame nested too deeply gets an error and the connection goes on", async () => {
  await using live = await open();

  live.send(`{"type":"ping","a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`);
  live.send({ type: "ping" });

  expect(await live.next()).toMatchObject({ type: "error", message: expect.stringContaining("512 levels") });
  expect(await live.next()).toEqual({ type: "pong" });
});

test("[TEL7] the first message is the state, then come the changes, with values of their JSON type", async () => {
  const id = await newDevice();
  await write(id, '{"ts":1000,"values":{"t":21.5,"big":9223372036854775807,"on":true}}');
  expectOk(await tenant.admin.post(`${base}/${id}/attributes/SHARED_SCOPE`, { limit: 5 }));
  await using live = await open();

  live.send({
    type: "subscribe",
    id: 7,
    deviceId: id.toUpperCase(),
    telemetry: true,
    attributes: true,
    activity: true,
  });

  const state = await live.next();
  expect(state).toMatchObject({
    type: "state",
    id: 7,
    deviceId: id,
    telemetry: { t: { ts: 1_000, value: 21.5 }, on: { ts: 1_000, value: true } },
    attributes: { CLIENT_SCOPE: {}, SHARED_SCOPE: { limit: { value: 5 } }, SERVER_SCOPE: {} },
    activity: { active: true, lastActivityTime: expect.any(Number) },
  });
  expect(live.texts.at(-1)).toContain('"big":{"ts":1000,"value":9223372036854775807}');

  await write(id, point(2_000, { t: 22, new: "x" }));
  expect(await live.next()).toEqual({
    type: "change",
    id: 7,
    deviceId: id,
    telemetry: { t: { ts: 2_000, value: 22 }, new: { ts: 2_000, value: "x" } },
  });
  expectOk(await tenant.admin.post(`${base}/${id}/attributes/SERVER_SCOPE`, { note: "ä", gone: 1 }));
  expect((await live.next()).attributes).toMatchObject({ SERVER_SCOPE: { note: { value: "ä" }, gone: { value: 1 } } });
  expectOk(await tenant.admin.delete(`${base}/${id}/SERVER_SCOPE?keys=gone`));
  expect((await live.next()).attributes).toEqual({ SERVER_SCOPE: { gone: null } });
});

test("[TEL7] keys and scopes choose; another key, scope or device is not told of", async () => {
  const [id, other] = [await newDevice(), await newDevice()];
  await write(id, point(1, { a: 1, b: 1 }));
  await using live = await open();
  const attributes = { scopes: ["SERVER_SCOPE"], keys: ["k"] };

  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: ["a", "c"], attributes });

  expect(await live.next()).toEqual({
    type: "state",
    id: 1,
    deviceId: id,
    telemetry: { a: { ts: 1, value: 1 } },
    attributes: { SERVER_SCOPE: {} },
  });
  await write(other, point(2, { a: 2 }));
  await write(id, point(2, { b: 2 }));
  for (const scope of ["SHARED_SCOPE", "SERVER_SCOPE"]) {
    expectOk(await tenant.admin.post(`${base}/${id}/attributes/${scope}`, { x: 1 }));
  }
  expectOk(await tenant.admin.post(`${base}/${id}/attributes/SHARED_SCOPE`, { k: 1 }));
  await write(id, point(2, { c: 3 }));
  expect(await live.next()).toMatchObject({ telemetry: { c: { ts: 2, value: 3 } } });
  expectOk(await tenant.admin.post(`${base}/${id}/attributes/SERVER_SCOPE`, { k: 2 }));
  expect((await live.next()).attributes).toMatchObject({ SERVER_SCOPE: { k: { value: 2 } } });
});

test("[TEL4] a late point changes nothing, a deletion shows what is the latest now", async () => {
  const id = await newDevice();
  await write(id, [point(1_000, { a: 1, b: 1 }), point(2_000, { a: 2 })]);
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  await live.next();

  await write(id, point(1_500, { a: "late" }));
  await write(id, point(2_000, { a: "again" }));
  expect((await live.next()).telemetry).toEqual({ a: { ts: 2_000, value: "again" } });

  expectOk(await tenant.admin.delete(`${base}/${id}/timeseries?keys=a,b&startTs=1000&endTs=1001`));
  expect((await live.next()).telemetry).toEqual({ a: { ts: 2_000, value: "again" }, b: null });
  expectOk(await tenant.admin.delete(`${base}/${id}/timeseries?keys=a&startTs=2000&endTs=2001`));
  expect((await live.next()).telemetry).toEqual({ a: { ts: 1_500, value: "late" } });
  await write(id, point(1_600, { a: "newer" }));
  expect((await live.next()).telemetry).toEqual({ a: { ts: 1_600, value: "newer" } });
});

test("[DEV5] a device that wakes up and falls silent is seen to", async () => {
  const { id } = (await app.device(tenant, { additionalInfo: { inactivityTimeout: 1_000 } })).id;
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: id, activity: true });
  expect((await live.next()).activity).toEqual({ active: false, lastActivityTime: null });

  await write(id, { a: 1 });

  const first = (await live.next()).activity;
  const second = first?.active ? (await live.next()).activity : first; // a busy machine may have slept over the first
  expect(second).toEqual({ active: false, lastActivityTime: expect.any(Number) });
});

test("an unsubscribed device is not told of any more, and a reused id replaces what it stood for", async () => {
  const [one, two] = [await newDevice(), await newDevice()];
  await using live = await open();
  for (const id of [1, 2]) live.send({ type: "subscribe", id, deviceId: one, telemetry: true });
  live.send({ type: "unsubscribe", id: 1 });
  live.send({ type: "subscribe", id: 2, deviceId: two, telemetry: true });
  await live.until(({ type, deviceId }) => type === "state" && deviceId === two);

  await write(one, { a: 1 });
  await write(two, { a: 1 });

  expect(await live.next()).toMatchObject({ type: "change", id: 2, deviceId: two });
  live.send({ type: "unsubscribe", id: 99 });
  expect(await live.next()).toEqual({ type: "unsubscribed", id: 99 });
});

// Who says nothing is sent away, too: shown in unauthenticated.test.ts, with less than the 10 s of the setting.
test("[TEL7] the first frame has to authenticate; a wrong token, or none, closes with 4401", async () => {
  for (const frame of [{ type: "ping" }, { type: "auth", token: "wrong" }, "nonsense", { type: "auth" }]) {
    const live = new LiveClient(app.node.httpPort);
    await live.connected();
    live.send(frame);
    expect(await live.closed, JSON.stringify(frame)).toBe(4401);
  }
});

test("[API3] another tenant's device, and an unknown one, are not there; a system administrator sees none", async () => {
  const id = await newDevice();
  const other = await app.tenant();
  const foreign = (await app.device(other)).id.id;
  await using live = await open();
  await using system = await open("system");

  for (const deviceId of [foreign, randomUUID()]) {
    live.send({ type: "subscribe", id: 1, deviceId, telemetry: true });
    expect(await live.next()).toMatchObject({ type: "error", id: 1, code: "DEVICE_NOT_FOUND" });
  }
  system.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  expect(await system.next()).toMatchObject({ type: "error", id: 1, code: "PERMISSION_DENIED" });
  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  expect(await live.next()).toMatchObject({ type: "state" });
});

test("[TEL7] a deleted device ends its subscriptions, the others go on", async () => {
  const [doomed, kept] = [await newDevice(), await newDevice()];
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: doomed, telemetry: true });
  live.send({ type: "subscribe", id: 2, deviceId: kept, telemetry: true });
  expect([(await live.next()).type, (await live.next()).type]).toEqual(["state", "state"]);

  expectOk(await tenant.admin.delete(`/api/device/${doomed}`));
  expect(await live.next()).toMatchObject({ type: "ended", id: 1, code: "DEVICE_NOT_FOUND" });
  await write(kept, { a: 1 });
  expect(await live.next()).toMatchObject({ type: "change", id: 2 });
  live.send({ type: "subscribe", id: 1, deviceId: doomed, telemetry: true });
  expect(await live.next()).toMatchObject({ type: "error", id: 1, code: "DEVICE_NOT_FOUND" });
});

test("[TEL7] logout, a new password, a lost assignment and a removed tenant close at once what they end", async () => {
  const close = async (end: (username: string, id: string, token: string) => Promise<unknown>) => {
    const { username, id } = await newUser();
    const { token } = await app.tokens(username);
    const live = await LiveClient.open(app.node.httpPort, token);
    await end(username, id, token);
    return live.closed;
  };

  expect(await close((_, __, token) => app.rest.withToken(token).post("/api/auth/logout"))).toBe(4401);
  expect(
    await close(async (username) => {
      const body = { currentPassword: testPassword, newPassword: "another password" };
      expectOk(await (await app.login(username)).post("/api/auth/changePassword", body));
    }),
  ).toBe(4401);
  expect(await close((_, id) => tenant.admin.delete(`/api/tenants/${tenant.id}/users/${id}`))).toBe(4401);
  const doomed = await app.tenant();
  const username = `admin-${randomUUID()}`;
  await app.user(doomed.admin, doomed.id, username, "VIEWER");
  const live = await open(username);
  expectOk(await (await app.systemAdministrator()).delete(`/api/tenants/${doomed.id}`));
  expect(await live.closed).toBe(4401);
});

test("[TEL7] a new role that still may see goes on seeing; a fresh token of the same user keeps the connection", async () => {
  const id = await newDevice();
  const { username, id: userId } = await newUser();
  const { token, refreshToken } = await app.tokens(username);
  await using live = await LiveClient.open(app.node.httpPort, token);
  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  await live.next();

  expectOk(await tenant.admin.put(`/api/tenants/${tenant.id}/users/${userId}`, { authority: "OPERATOR" }));
  const fresh = expectOk(await app.rest.post("/api/auth/token", { refreshToken })).json<{ token: string }>();
  live.send({ type: "auth", token: fresh.token });
  expect(await live.next()).toEqual({ type: "authenticated" });
  await write(id, { a: 1 });

  expect(await live.next()).toMatchObject({ type: "change", telemetry: { a: { value: 1 } } });
  live.send({ type: "auth", token: (await app.tokens("admin")).token });
  expect(await live.closed).toBe(4401);
});

test("[TEL7] a slow reader is given the newest state, not everything that happened", async () => {
  const id = await newDevice();
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  await live.next();
  const [writes, size] = [200, 100_000];
  const before = live.texts.length;

  live.socket.pause();
  for (let n = 1; n <= writes; n++) await write(id, point(n, { text: `${n} ${"x".repeat(size)}` }));
  live.socket.resume();

  await live.until(({ telemetry }) => telemetry?.["text"]?.ts === writes);
  const received = live.texts.slice(before).reduce((sum, text) => sum + text.length, 0);
  expect(received).toBeLessThan((writes * size) / 2);
  const shown = live.texts.slice(before).map((text) => JSON.parse(text).telemetry.text.ts as number);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
}, 120_000);

test("[TEL7] with more changes than are remembered a slow reader is given the whole state again", async () => {
  const id = await newDevice();
  await using live = await open();
  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  await live.next();
  const many = (from: number) =>
    Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`k${from + n}`, "y".repeat(1_000)]));

  live.socket.pause();
  for (let n = 0; n < 20; n++) await write(id, point(n, many((n % 4) * 700)));
  await write(id, point(1_000, { last: true }));
  live.socket.resume();

  const frames = [];
  for (let done = false; !done; ) {
    const frame = await live.next();
    frames.push(frame);
    done = frame.telemetry?.["last"] !== undefined;
  }
  const again = frames.findLastIndex(({ type }) => type === "state");
  expect(again).toBeGreaterThanOrEqual(0);
  const known = Object.assign({}, ...frames.slice(again).map(({ telemetry }) => telemetry)) as object;
  expect(Object.keys(known)).toHaveLength(2_801); // from the last state on, nothing is missing
}, 120_000);

test("a user's connections are counted, and the one too many is told so", async () => {
  const { username } = await newUser();
  const { token } = await app.tokens(username);
  const opened = await Promise.all(Array.from({ length: 50 }, () => LiveClient.open(app.node.httpPort, token)));

  const extra = new LiveClient(app.node.httpPort);
  await extra.connected();
  extra.send({ type: "auth", token });

  expect(await extra.closed).toBe(4429);
  await Promise.all(opened.map((live) => live[Symbol.asyncDispose]()));
});

test("[REL3] whatever a client sends, it is told what is wrong, and a frame too large closes with 1009", async () => {
  const id = await newDevice();
  await using live = await open();
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(id, 1, true, ["a"], "__proto__"));
  const frame = fc.record(
    {
      type: fc.constantFrom("subscribe", "unsubscribe", "ping", "toString", "__proto__", 5),
      id: value,
      deviceId: value,
      telemetry: value,
      attributes: value,
      activity: value,
    },
    { requiredKeys: [] },
  );

  await fc.assert(
    fc.asyncProperty(fc.oneof(frame, fc.string()), async (sent) => {
      live.send(sent);
      return live.next().then(({ type }) => /^(error|state|unsubscribed|pong)$/.test(type));
    }),
    { numRuns: 100 },
  );
  live.socket.send(Buffer.from([1, 2, 3]));
  expect(await live.until(({ type }) => type === "error")).toMatchObject({ code: "LIVE_FRAME_INVALID" });
  live.send("x".repeat(300_000));
  expect(await live.closed).toBe(1009);
}, 120_000);

test("an upgrade to anything else is answered in the form of every error", async () => {
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "x",
    };
    const request = httpRequest({ port: app.node.httpPort, path: "/api/nowhere", headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end();
  });

  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.text)).toMatchObject({ status: 404, errorCode: 32 });
});

test("[DSH4] one subscription is a whole page: devices are chosen on the server, join and leave by themselves", async () => {
  const type = `type-${randomUUID()}`;
  const first = await app.device(tenant, { type });
  const [one, other] = [first.id.id, await newDevice()];
  for (const id of [one, other]) await write(id, point(1_000, { a: 1, b: 1, c: 1 }));
  await using live = await open();
  const ofType = { kind: "TYPE", deviceProfileId: first.deviceProfileId.id };

  live.send({
    ...{ type: "watchPage", id: 4, variables: { some: { kind: "DEVICES", deviceIds: [one, other] } } },
    watch: [
      { devices: ofType, keys: ["a"] },
      { devices: { kind: "VARIABLE", name: "some" }, keys: ["b"] },
      { devices: { kind: "DEVICES", deviceIds: [randomUUID()] }, keys: ["a"] },
    ],
  });

  const at = (ts: number) => ({ ts, value: ts === 1_000 ? 1 : ts });
  expect(await live.next()).toEqual({
    ...{ type: "state", id: 4 },
    devices: { [one]: { a: at(1_000), b: at(1_000) }, [other]: { b: at(1_000) } },
  });
  await write(other, point(2_000, { a: 2_000, c: 2_000 }));
  await write(one, point(2_000, { a: 2_000, c: 2_000 }));
  expect(await live.next()).toEqual({ type: "change", id: 4, devices: { [one]: { a: at(2_000) } } });

  const joined = (await app.device(tenant, { type })).id.id;
  expect((await live.next()).devices).toEqual({ [joined]: {} });
  await write(joined, point(3_000, { a: 3_000 }));
  expect((await live.next()).devices).toEqual({ [joined]: { a: at(3_000) } });
  expectOk(await tenant.admin.delete(`${base}/${one}/timeseries?keys=a&startTs=2000&endTs=2001`));
  expect((await live.next()).devices).toEqual({ [one]: { a: at(1_000) } });
  expectOk(await tenant.admin.delete(`/api/device/${joined}`));
  expect((await live.next()).devices).toEqual({ [joined]: null });
  live.send({ type: "unsubscribe", id: 4 });
  expect(await live.next()).toEqual({ type: "unsubscribed", id: 4 });
});

test("[DSH4] a page shows what its reader may see, at each moment", async () => {
  const project = (await tenant.admin.post("/api/project", { name: randomUUID() })).json<{ id: { id: string } }>().id;
  const near = (await app.device(tenant, { projectId: project })).id.id;
  const far = await newDevice();
  for (const id of [near, far]) await write(id, point(1_000, { a: 1 }));
  const username = `user-${randomUUID()}`;
  const grants = [{ role: "VIEWER", projectId: project }];
  const made = await tenant.admin.post(`/api/tenants/${tenant.id}/users`, { username, password: testPassword, grants });
  const userId = expectOk(made).json<{ id: { id: string } }>().id.id;
  await using live = await open(username);
  const devices = { kind: "DEVICES", deviceIds: [near, far] };

  live.send({ type: "watchPage", id: 1, watch: [{ devices, keys: ["a"] }] });
  expect((await live.next()).devices).toEqual({ [near]: { a: { ts: 1_000, value: 1 } } });
  live.send({ type: "watchPage", id: 2, watch: [{ devices: { kind: "ALL" }, keys: ["a"] }] });
  expect((await live.next()).devices).toEqual({ [near]: { a: { ts: 1_000, value: 1 } } });
  live.send({ type: "watchShared", id: 3, page: "overview" });
  expect(await live.next()).toMatchObject({ type: "error", id: 3, code: "LIVE_FRAME_REFUSED" });

  const away = { projectId: null, deviceIds: [near] };
  expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/devices/move`, away));
  await write(near, point(2_000, { a: 2 }));
  const left = [await live.next(), await live.next()];
  expect(left.map((frame) => frame.devices)).toEqual([{ [near]: null }, { [near]: null }]);
  expectOk(await tenant.admin.delete(`/api/tenants/${tenant.id}/users/${userId}`));
  expect(await live.closed).toBe(4401);
  expect(live.texts.join()).not.toContain('"value":2');
});

// The last one: it ends the node of all of them.
test("[RUN6] a node that stops says good-bye, also to those who do not listen", async () => {
  const live = await open();
  const deaf = await open();
  deaf.socket.pause();

  await app.node.stop();

  expect(await live.closed).toBe(1001);
  await expect(fetch(`http://127.0.0.1:${app.node.httpPort}/health/live`)).rejects.toThrow();
});
