import { afterAll, beforeAll, expect, test } from "vitest";
import { applyRetention, forgetRemoved } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const base = "/api/plugins/telemetry/DEVICE";
const anHour = 3_600_000;
const write = async ({ admin }: TestTenant, id: string, body: unknown) =>
  expectOk(await admin.post(`${base}/${id}/timeseries/ANY`, body));
/** The upkeep of a while from now: what is under way has arrived by then. */
const forgetLater = () =>
  forgetRemoved(app.platform.pointsToForget, app.platform.telemetryStore, 30_000, () => epochMs(Date.now() + anHour));
const storedKeys = (id: string) => app.platform.telemetryStore.keys(id as DeviceId);

test("[DEV3] the points of a deleted device and of a removed tenant's devices are forgotten", async () => {
  const [home, doomed] = [await app.firstTenant(), await app.tenant()];
  const ids = [];
  for (const tenant of [home, home, doomed]) {
    const { id } = (await app.device(tenant)).id;
    await write(tenant, id, { a: 1 });
    ids.push(id);
  }
  const [kept = "", gone = "", foreign = ""] = ids;

  expectOk(await home.admin.delete(`/api/device/${gone}`));
  expectOk(await (await app.systemAdministrator()).delete(`/api/tenants/${doomed.id}`));
  await forgetLater();

  expect([await storedKeys(kept), await storedKeys(gone), await storedKeys(foreign)]).toEqual([["a"], [], []]);
  expect(await app.platform.pointsToForget.list(epochMs(Date.now() + anHour), 10)).toEqual([]);
});

test("[TEL5] points older than a tenant keeps them are removed, and no other tenant's", async () => {
  const [home, other] = [await app.firstTenant(), await app.tenant()];
  const now = Date.now();
  const points = [now - 3 * anHour, now - anHour, now].map((ts) => ({ ts, values: { n: 1 } }));
  const [ours, theirs] = [(await app.device(home)).id.id, (await app.device(other)).id.id];
  await write(home, ours, points);
  await write(other, theirs, points);
  const { platform } = app;

  const path = `/api/tenants/${home.id}/settings`;
  expect((await home.admin.get(path)).json()).toMatchObject({ telemetryRetention: null });
  expect(expectOk(await home.admin.put(path, { telemetryRetention: 2 * anHour })).json()).toMatchObject({
    telemetryRetention: 2 * anHour,
  });
  const { tenantSettings: settings, deviceStore: devices, telemetryStore: store, clock } = platform;
  await applyRetention({ settings, devices, store, clock });

  const count = async ({ admin }: TestTenant, id: string) =>
    (await admin.get(`${base}/${id}/values/timeseries?keys=n&startTs=0&endTs=${now + 1}`)).json<{ n: [] }>().n.length;
  expect([await count(home, ours), await count(other, theirs)]).toEqual([2, 3]);
  expectOk(await home.admin.put(path, { telemetryRetention: null }));
  expect((await home.admin.get(path)).json()).toMatchObject({ telemetryRetention: null });
});

test("[TEL5] a retention that makes no sense is refused, and another tenant's settings are not there", async () => {
  const [home, other] = [await app.firstTenant(), await app.tenant()];
  const path = `/api/tenants/${home.id}/settings`;

  for (const telemetryRetention of [0, -1, 59_999, 1.5, "1d", 4e12, true]) {
    expect((await home.admin.put(path, { telemetryRetention })).status, String(telemetryRetention)).toBe(400);
  }
  expect((await other.admin.get(path)).status).toBe(404);
  expect((await other.admin.put(path, {})).status).toBe(404);
  expect((await (await app.systemAdministrator()).get(path)).status).toBe(200);
});
