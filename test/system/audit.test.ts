import type { AuditRecord, DeviceRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
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

async function history(id: string, by: RestClient = tenant.admin, query = ""): Promise<AuditRecord[]> {
  return expectOk(await by.get(`/api/audit/logs/entity/DEVICE/${id}${query}`)).json<{ data: AuditRecord[] }>().data;
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
