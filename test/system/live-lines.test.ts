import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { helio } from "../support/helio.ts";
import { LiveClient } from "../support/live-client.ts";
import { SlowLine } from "../support/slow-line.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const base = "/api/plugins/telemetry/DEVICE";

let folder: TempFolder;
let ca: Buffer;
let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  folder = await tempFolder();
  const { cert, key } = selfSignedCertificate(folder.path);
  ca = readFileSync(cert);
  app = await startApp({
    HELIO_TLS_CERT: cert,
    HELIO_TLS_KEY: key,
    HELIO_LIVE_RECHECK: "1s",
    HELIO_LIVE_CONNECTIONS_PER_USER: "3",
    HELIO_LIVE_SUBSCRIPTIONS: "2",
    HELIO_LIVE_KEYS: "4",
    HELIO_LIVE_MAX_FRAME: "2048",
  });
  tenant = await app.firstTenant();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const newDevice = async () => (await app.device(tenant)).id.id;
const write = async (id: string, body: unknown) =>
  expectOk(await tenant.admin.post(`${base}/${id}/timeseries/ANY`, body));
const token = async (username = "admin") => (await app.tokens(username)).token;

test("[TEL7] over HTTPS it is the same: state, changes, and a wrong token is sent away", async () => {
  const id = await newDevice();
  await write(id, { ts: 1, values: { t: 1 } });
  const port = app.node.httpsPort ?? 0;
  await using live = await LiveClient.open(port, await token(), ca);

  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  expect(await live.next()).toMatchObject({ type: "state", telemetry: { t: { ts: 1, value: 1 } } });
  await write(id, { ts: 2, values: { t: "x".repeat(100_000) } });
  expect((await live.next()).telemetry?.["t"]).toEqual({ ts: 2, value: "x".repeat(100_000) });

  const stranger = new LiveClient(port, ca);
  await stranger.connected();
  stranger.send({ type: "auth", token: "wrong" });
  expect(await stranger.closed).toBe(4401);
});

test("[TEL7] a session that another process ended is noticed within the time of its setting", async () => {
  await app.user(tenant.admin, tenant.id, "ada", "VIEWER");
  await using live = await LiveClient.open(app.node.httpPort, await token("ada"));
  live.send({ type: "subscribe", id: 1, deviceId: await newDevice(), telemetry: true });
  await live.next();

  const options = { env: { HELIO_DATA_DIR: app.config.dataDir }, input: "another long password\n" };
  expect(await helio(["reset-password", "ada", "--password-stdin"], options)).toMatchObject({ code: 0 });

  expect(await live.closed).toBe(4401);
});

test("[TEL7] a reader on a slow line is given the newest values, in order, and only as much as the line takes", async () => {
  const id = await newDevice();
  await using line = await SlowLine.to(app.node.httpPort, 50_000);
  await using live = await LiveClient.open(line.port, await token());
  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  await live.next();
  const [writes, size] = [150, 100_000];

  for (let n = 1; n <= writes; n++) await write(id, { ts: n, values: { text: `${n} ${"x".repeat(size)}`, n } });
  line.becomeFast(); // what it was given until now is on its way
  await live.until(({ telemetry }) => telemetry?.["n"]?.value === writes);

  const seen = live.texts.slice(2).map((text) => JSON.parse(text).telemetry as Record<string, { ts: number }>);
  const times = seen.map(({ text }) => text?.ts ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBe(writes);
  expect(seen.length).toBeLessThan(writes);
  expect(line.carried).toBeLessThan((writes * size) / 2); // what was overtaken was never sent
}, 120_000);

test("limits are those of the settings", async () => {
  const id = await newDevice();
  await using live = await LiveClient.open(app.node.httpPort, await token());
  for (const n of [1, 2]) live.send({ type: "subscribe", id: n, deviceId: id, activity: true });
  expect([(await live.next()).type, (await live.next()).type]).toEqual(["state", "state"]);

  live.send({ type: "subscribe", id: 3, deviceId: id, activity: true });
  expect(await live.next()).toMatchObject({ type: "error", id: 3, code: "LIVE_TOO_MANY_SUBSCRIPTIONS" });
  await write(id, { a: 1, b: 1, c: 1, d: 1, e: 1 });
  live.send({ type: "subscribe", id: 1, deviceId: id, telemetry: true });
  expect(await live.until(({ type }) => type === "ended")).toMatchObject({ id: 1, code: "LIVE_TOO_MANY_KEYS" });
  live.send("x".repeat(2_049));
  expect(await live.closed).toBe(1009);
});
