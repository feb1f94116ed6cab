import { randomUUID } from "node:crypto";
import type { AuditRecord, DeviceRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startApp();
  tenant = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const device = async (name: string) =>
  expectOk(await tenant.admin.post("/api/device", { name, label: "old" })).json<DeviceRecord>();

async function history(id: string, by: RestClient = tenant.admin, query = "", type = "DEVICE"): Promise<AuditRecord[]> {
  return expectOk(await by.get(`/api/audit/logs/entity/${type}/${id}${query}`)).json<{ data: AuditRecord[] }>().data;
}

test("[AUD1] every change of a device is an entry with before and after; a token is never in it", async () => {
  const { id } = await device("recorded");
  const body = { id, name: "recorded", label: "new" };
  expectOk(await tenant.admin.post("/api/device", body));
  expectOk(await tenant.admin.post("/api/device", body)); // changes nothing
  expectOk(await tenant.admin.post("/api/device/credentials", { deviceId: id, credentialsId: "a-chosen-token" }));
  expectOk(await tenant.admin.get(`/api/device/${id.id}/credentials`));
  expectOk(await tenant.admin.delete(`/api/device/${id.id}`));

  const entries = await history(id.id);
  expect(entries.map(({ actionType }) => actionType)).toEqual([
    "DELETED",
    "CREDENTIALS_READ",
    "CREDENTIALS_UPDATED",
    "UPDATED",
    "ADDED",
  ]);
  expect(entries[3]).toMatchObject({
    entityName: "recorded",
    via: "session",
    actionStatus: "SUCCESS",
    actionData: { before: { label: "old" }, after: { label: "new" } },
    tenantId: { id: tenant.id },
  });
  expect(JSON.stringify(entries)).not.toContain("a-chosen-token");
});

test("[AUD1] a refused change is an entry, repeated ones are counted", async () => {
  const { id } = await device("first name");
  await device("second name");
  for (let times = 0; times < 3; times++)
    expect((await tenant.admin.post("/api/device", { id, name: "second name" })).status).toBe(409);
  await app.platform.audit.flush("all");

  const [counted, first] = await history(id.id);
  expect(first).toMatchObject({
    actionStatus: "FAILURE",
    actionFailureDetails: expect.stringContaining("second name"),
  });
  expect([first?.count, counted?.count]).toEqual([1, 2]);
});

test("[AUD1] another tenant's entries, and those of its devices, are not there", async () => {
  const { id } = await device("not yours");
  const stranger = await app.tenant();
  expect(await history(id.id, stranger.admin)).toEqual([]);
  expect(await history(id.id, await app.systemAdministrator())).toEqual([]);
});

test("[AUD1] entries are exported as CSV in which no cell is a formula", async () => {
  await device("=cmd|' /C calc'!A0");
  const csv = expectOk(await tenant.admin.get("/api/audit/export?actionTypes=ADDED&textSearch=calc")).text;
  const [header, line] = csv.split("\r\n");
  expect(header).toMatch(/^time,user,/);
  expect(line).toContain("'=cmd|' /C calc'!A0");
});

test("[AUD1] filters that make no sense are refused", async () => {
  for (const query of ["?startTime=2&endTime=1", "?actionTypes=NOTHING", "?limit=0", "?startTime=x"])
    expect((await tenant.admin.get(`/api/audit/logs${query}`)).status).toBe(400);
});

async function entries(by: RestClient = tenant.admin, query = ""): Promise<AuditRecord[]> {
  return expectOk(await by.get(`/api/audit/logs?limit=1000${query}`)).json<{ data: AuditRecord[] }>().data;
}

test("[AUD1] what is done to a device's data is on its record", async () => {
  const { id } = await device("with data");
  const base = `/api/plugins/telemetry/DEVICE/${id.id}`;
  expectOk(await tenant.admin.post(`${base}/attributes/SERVER_SCOPE`, { limit: 5, unit: "bar" }));
  expectOk(await tenant.admin.post(`${base}/attributes/SERVER_SCOPE`, { limit: 6, unit: "bar" }));
  expectOk(await tenant.admin.delete(`${base}/SERVER_SCOPE?keys=unit`));
  for (let times = 0; times < 3; times++) expectOk(await tenant.admin.post(`${base}/timeseries/ANY`, { pressure: 1 }));
  expectOk(await tenant.admin.delete(`${base}/timeseries?keys=pressure&startTs=0&endTs=1`));
  const files = `/api/devices/${id.id}/data-files`;
  expectOk(await tenant.admin.post(`${files}?name=a.txt`, new Uint8Array([1, 2, 3])));
  const token = expectOk(
    await tenant.admin.post(`/api/device/${id.id}/data-files/CLIENT_SCOPE/download`, ["a.txt"]),
  ).text;
  expectOk(await tenant.admin.get(`/api/device/${id.id}/data-files/CLIENT_SCOPE/token/${token}`));
  expectOk(await tenant.admin.delete(`${files}?name=a.txt`));
  const queued = await tenant.admin.post(`/api/devices/${id.id}/commands`, { type: "SCRIPT", text: "secret" });
  const command = expectOk(queued).json<{ id: { id: string } }>();
  expectOk(await tenant.admin.delete(`/api/devices/${id.id}/commands/${command.id.id}`));
  await app.platform.audit.flush("all");

  const record = (await history(id.id)).toReversed();
  expect(record.map(({ actionType, count }) => [actionType, count])).toEqual([
    ["ADDED", 1],
    ["ATTRIBUTES_UPDATED", 1],
    ["ATTRIBUTES_UPDATED", 1],
    ["ATTRIBUTES_DELETED", 1],
    ["TIMESERIES_UPDATED", 1],
    ["TIMESERIES_DELETED", 1],
    ["FILE_UPLOADED", 1],
    ["FILE_DOWNLOADED", 1],
    ["FILE_DELETED", 1],
    ["COMMAND_QUEUED", 1],
    ["COMMAND_CANCELLED", 1],
    ["TIMESERIES_UPDATED", 2],
  ]);
  expect(record[2]?.actionData).toMatchObject({ before: { limit: 5 }, after: { limit: 6 } });
  expect(record[3]?.actionData).toMatchObject({ before: { unit: "bar" }, after: { unit: null } });
  expect(JSON.stringify(record)).not.toContain("secret");
});

test("[AUD1] saving what is there, and deleting what is not, is no entry", async () => {
  const { id } = await device("as before");
  const base = `/api/plugins/telemetry/DEVICE/${id.id}`;
  for (let times = 0; times < 2; times++)
    expectOk(await tenant.admin.post(`${base}/attributes/SERVER_SCOPE`, { limit: 5, range: { min: 1 } }));
  expectOk(await tenant.admin.delete(`${base}/SERVER_SCOPE?keys=nothing`));

  expect((await history(id.id)).map(({ actionType }) => actionType)).toEqual(["ATTRIBUTES_UPDATED", "ADDED"]);
});

test("[AUD1] what is changed and is not told of a thing itself is on record: silence, scripts, addresses", async () => {
  const { admin } = tenant;
  const { id: originator } = await device(`silenced ${randomUUID()}`);
  const alarm = await admin.calls.alarms.save({ body: { originator, type: "Too hot", severity: "MAJOR" } });
  expectOk(await admin.post(`/api/alarm/${alarm.id.id}/shelve`, { until: Date.now() + 60_000, reason: "known" }));
  expectOk(await admin.delete(`/api/alarm/${alarm.id.id}/shelve`));
  const timing = { kind: "DAILY", time: "02:30" } as const;
  const doing = (text: string) => ({
    ...{ name: `nightly ${originator.id}`, timeZone: "UTC", timing, enabled: false, missed: "SKIP" as const },
    action: { kind: "COMMANDS" as const, deviceIds: [originator.id], commands: [{ type: "SCRIPT" as const, text }] },
  });
  const schedule = await admin.calls.schedules.save({ body: doing("harmless()") });
  await admin.calls.schedules.save({ body: { ...doing("secret()"), id: schedule.id, version: 1 } });
  const to = (path: string) => ({ name: `told ${originator.id}`, url: `https://example.org/${path}` });
  const hook = await admin.calls.notifications.saveWebhook({ body: to("one") });
  await admin.calls.notifications.saveWebhook({ body: { ...to("secret"), id: hook.id } });

  const [shelved, scripts, addresses] = [
    await history(alarm.id.id, admin, "?sortOrder=ASC", "ALARM"),
    await history(schedule.id.id, admin, "?sortOrder=ASC", "SCHEDULE"),
    await history(hook.id.id, admin, "?sortOrder=ASC", "WEBHOOK"),
  ];
  expect(shelved).toMatchObject([
    { actionType: "ADDED" },
    { actionType: "UPDATED", actionData: { after: { shelved: true, reason: "known" } } },
    { actionType: "UPDATED", actionData: { before: { shelved: true }, after: { shelved: false } } },
  ]);
  expect(scripts.map(({ actionType }) => actionType)).toEqual(["ADDED", "UPDATED"]);
  expect(addresses).toMatchObject([{ actionType: "ADDED" }, { actionData: { after: { address: "set anew" } } }]);
  expect(JSON.stringify([scripts, addresses])).not.toContain("secret");
});

test("[AUD1] values too long for an entry are told by their keys", async () => {
  const { id } = await device("with long values");
  const base = `/api/plugins/telemetry/DEVICE/${id.id}`;
  const long = "x".repeat(100_000);
  expectOk(await tenant.admin.post(`${base}/attributes/SERVER_SCOPE`, { note: long, unit: "bar" }));
  expectOk(await tenant.admin.post(`${base}/attributes/SERVER_SCOPE`, { note: "short" }));
  expectOk(await tenant.admin.post(`${base}/attributes/SERVER_SCOPE`, { note: long }));
  expectOk(await tenant.admin.delete(`${base}/SERVER_SCOPE?keys=note,unit,nothing`));

  const [deleted, , shortened] = await history(id.id);
  const unkept = expect.stringContaining("not kept");
  expect(shortened?.actionData).toMatchObject({ before: { note: unkept }, after: { note: "short" } });
  expect(deleted?.actionData).toMatchObject({
    before: { note: unkept, unit: unkept },
    after: { note: null, unit: null },
  });
  expect(JSON.stringify(deleted)).not.toContain("nothing");
});

test("[AUD1] a change of thousands of values is told by as many names as fit", async () => {
  const { id } = await device("with many values");
  const values = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`value-${n}`, "x".repeat(20)]));
  expectOk(await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/attributes/SERVER_SCOPE`, values));

  const [entry] = await history(id.id);
  expect(entry?.actionData.facts).toMatchObject({ tooLarge: expect.any(Number) });
  expect(JSON.stringify(entry)).toContain("value-100");
});

test("[AUD1] a call that the device did not answer is on record as failed", async () => {
  const { id } = await device("silent");
  const call = { method: "reboot", params: {}, timeout: 1_000 };

  expect((await tenant.admin.post(`/api/rpc/twoway/${id.id}`, call)).status).toBe(504);
  await app.platform.audit.flush("all");

  const calls = (await history(id.id)).filter(({ actionType }) => actionType === "RPC_CALL");
  expect(calls.map(({ actionStatus }) => actionStatus).toSorted()).toEqual(["FAILURE", "SUCCESS"]);
});

test("[AUD1] what somebody tries without the permission is on record", async () => {
  const { id } = await device("not for viewers");
  const username = `viewer-${randomUUID()}`;
  await app.user(tenant.admin, tenant.id, username, "VIEWER");
  const viewer = await app.login(username);

  expect((await viewer.delete(`/api/device/${id.id}`)).status).toBe(403);
  await app.platform.audit.flush("all");

  const [denied] = (await entries(tenant.admin, "&actionTypes=ACCESS_DENIED")).filter(
    ({ userName }) => userName === username,
  );
  expect(denied).toMatchObject({
    actionStatus: "FAILURE",
    actionFailureDetails: expect.stringContaining("EDIT_DEVICES"),
    entityId: { entityType: "DEVICE", id: id.id },
    actionData: { facts: { method: "DELETE", route: "/api/device/:deviceId" } },
  });
  expect((await history(id.id)).map(({ actionType }) => actionType)).toContain("ACCESS_DENIED");
});

test("[AUD1] each thing that somebody tries in vain is on record, on each device and for each reason", async () => {
  const [one, two] = [await device("one of two"), await device("two of two")];
  const { id: project } = await tenant.admin.calls.projects.save({ body: { name: randomUUID() } });
  const devices = { deviceIds: [two.id.id], projectId: { id: project.id } };
  await tenant.admin.calls.devices.move({ tenantId: tenant.id, body: devices });
  const username = `viewer-${randomUUID()}`;
  await app.user(tenant.admin, tenant.id, username, "VIEWER");
  const viewer = await app.login(username);

  for (const path of [`/api/device/${one.id.id}`, `/api/device/${two.id.id}`, `/api/project/${project.id}`])
    for (let times = 0; times < 3; times++) expect((await viewer.delete(path)).status).toBe(403);
  expect((await viewer.post(`/api/devices/${one.id.id}/commands`, { type: "SCPI", scpi: "*RST" })).status).toBe(403);
  await app.platform.audit.flush("all");

  const denied = (await entries(tenant.admin, "&actionTypes=ACCESS_DENIED")).filter((e) => e.userName === username);
  const told = denied.map(({ entityId, actionData }) => `${entityId.id} ${JSON.stringify(actionData.facts)}`);
  expect(new Set(told).size).toBe(4);
  expect(denied).toHaveLength(7); // each once at once, and the two more of each of the three together
});

test("[AUD1] a download is on record, in whatever parts it is asked for", async () => {
  const { id } = await device("in parts");
  const base = `/api/device/${id.id}/data-files/CLIENT_SCOPE`;
  for (const [index, range] of ["bytes=-999", "bytes=00-", "bytes=1-,0-0", "nonsense", "bytes=1-"].entries()) {
    const name = `${index}.txt`;
    expectOk(await tenant.admin.post(`/api/devices/${id.id}/data-files?name=${name}`, new Uint8Array([1, 2, 3])));
    const token = expectOk(await tenant.admin.post(`${base}/download`, [name])).text;
    expectOk(await tenant.admin.get(`${base}/token/${token}`, { headers: { range } }));
    expect((await history(id.id, tenant.admin, "?actionTypes=FILE_DOWNLOADED")).length).toBe(index + 1);
  }
});

test("[AUD1] failures with made-up ids are counted, not written one by one", async () => {
  const count = async () => (await entries(tenant.admin, "&actionTypes=DELETED")).length;
  const before = await count();
  for (let times = 0; times < 5; times++)
    expect((await tenant.admin.delete(`/api/device/${randomUUID()}`)).status).toBe(404);
  expect((await count()) - before).toBe(1);
});

test("[AUD1] what a device does itself is not in the log", async () => {
  const { id } = await device("by itself");
  const { credentialsId } = expectOk(await tenant.admin.get(`/api/device/${id.id}/credentials`)).json<{
    credentialsId: string;
  }>();
  await app.rest.post(`/status.php?F=PING&ID=${credentialsId}`);
  expect((await history(id.id)).map(({ actionType }) => actionType)).toEqual(["CREDENTIALS_READ", "ADDED"]);
});

test("[AUD1] people and their rights: added, changed, removed, invited, logged in and out, refused", async () => {
  const [own, name] = [await app.tenant(), `person-${Date.now()}`];
  const user = await app.user(own.admin, own.id, name, "VIEWER");
  const path = `/api/tenants/${own.id}/users/${user.id.id}`;
  const session = await app.login(name);
  expectOk(await session.post("/api/auth/logout", {}));
  expect((await app.rest.post("/api/auth/login", { username: name, password: "wrong" })).status).toBe(401);
  expectOk(await own.admin.put(path, { authority: "OPERATOR" }));
  expectOk(await own.admin.delete(path));
  const invite = async (username: string) =>
    expectOk(await own.admin.post(`/api/tenants/${own.id}/invitations`, { username, authority: "VIEWER" })).json<{
      id: { id: string };
      token: string;
    }>();
  const [withdrawn, { token }] = [await invite("guest"), await invite("newcomer")];
  expectOk(await own.admin.delete(`/api/tenants/${own.id}/invitations/${withdrawn.id.id}`));
  expectOk(await app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword, account: "new" }));
  await expect.poll(async () => (await entries(own.admin)).some(isFailedLogin)).toBe(true);

  const log = await entries(own.admin);
  const acts = log.map(({ actionType, entityName }) => `${actionType} ${entityName}`);
  for (const act of ["ADDED", "LOGIN", "LOGOUT", "UPDATED", "DELETED"]) expect(acts).toContain(`${act} ${name}`);
  for (const act of ["INVITED guest", "INVITATION_WITHDRAWN guest", "INVITATION_ACCEPTED newcomer"])
    expect(acts).toContain(act);
  expect(log.find((one) => one.actionType === "INVITATION_ACCEPTED")).toMatchObject({ userName: "newcomer" });
  expect(log.find(({ actionType }) => actionType === "UPDATED")?.actionData).toEqual({
    before: { role: "VIEWER" },
    after: { role: "OPERATOR" },
  });
  expect(log.find(isFailedLogin)).toMatchObject({ userName: name, via: "nobody", address: "127.0.0.1" });
});

const isFailedLogin = ({ actionType, actionStatus }: AuditRecord): boolean =>
  actionType === "LOGIN" && actionStatus === "FAILURE";

test("[AUD1] tenants and failed logins of nobody are on the installation's record, seen by its administrator", async () => {
  const own = await app.tenant("on record");
  const system = await app.systemAdministrator();
  expect((await app.rest.post("/api/auth/login", { username: "nobody at all", password: "x" })).status).toBe(401);
  expectOk(await system.delete(`/api/tenants/${own.id}`));
  await expect.poll(async () => (await entries(system)).some(isFailedLogin)).toBe(true);

  const log = await entries(system);
  expect(log.filter(({ entityName }) => entityName === "on record").map(({ actionType }) => actionType)).toEqual([
    "DELETED",
    "ADDED",
  ]);
  expect(JSON.stringify(log)).not.toContain("nobody at all");
});

test("[AUD1] the chains of all of this hold", async () => {
  for (const chain of await app.platform.auditStore.chains())
    expect(await app.platform.auditStore.verify(chain)).toBeUndefined();
});
