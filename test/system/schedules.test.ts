import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CommandRecord, ScheduleToSave } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type JobId, newId, type ScheduleId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { spawnNode } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { limitOf, sizeOf } from "../switches.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startApp({});
  tenant = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const commands = [
  { type: "SCPI", text: "*TST?" },
  { type: "RPC", method: "flush", params: { pump: 1 } },
] as const;
const scheduleFor = (action: object, fields: Partial<ScheduleToSave> = {}): ScheduleToSave => ({
  ...{ name: `night ${randomUUID()}`, enabled: true, timeZone: "Europe/Berlin", missed: "ONCE" },
  timing: { kind: "DAILY", time: "02:30" },
  action: { kind: "COMMANDS", commands: [...commands], ...action },
  ...fields,
});

async function addDevices(client: RestClient, tenantId: string, count: number): Promise<string[]> {
  const csv = ["name", ...Array.from({ length: count }, (_, n) => `device ${n} ${randomUUID()}`)].join("\n");
  const headers = { "content-type": "text/csv" };
  expectOk(await client.post(`/api/tenants/${tenantId}/devices/import`, csv, { headers }));
  return (await client.calls.devices.list({ tenantId, limit: -1 })).data.map(({ id }) => id.id);
}

const queuedFor = async (client: RestClient, deviceId: string): Promise<CommandRecord[]> =>
  (await client.calls.commands.list({ deviceId, limit: -1 })).data.toSorted((a, b) => a.messageId - b.messageId);

const lastRun = async (client: RestClient, scheduleId: string) =>
  (await client.calls.schedules.runs({ scheduleId, limit: 1 })).data[0];

test("[SCH1] a schedule is saved, foretold, run out of turn, and each device gets its commands in order", async () => {
  const { admin } = tenant;
  const deviceIds = await addDevices(admin, tenant.id, 3);
  const saved = await admin.calls.schedules.save({ body: scheduleFor({ deviceIds: deviceIds.slice(0, 2) }) });
  const scheduleId = saved.id.id;

  const { timing, timeZone } = saved;
  const forecast = await admin.calls.schedules.forecast({ body: { timing, timeZone } });
  expect(forecast.runs).toHaveLength(5);
  expect(saved.nextTime).toBe(forecast.runs[0]?.time);
  expect(await admin.calls.schedules.run({ scheduleId })).toMatchObject({ trigger: "PERSON", state: "QUEUED" });
  await expect.poll(() => lastRun(admin, scheduleId), { timeout: 60_000 }).toMatchObject({ state: "DONE", changed: 2 });

  for (const deviceId of deviceIds.slice(0, 2))
    expect((await queuedFor(admin, deviceId)).map(({ type }) => type)).toEqual(["SCPI", "RPC"]);
  expect(await queuedFor(admin, deviceIds[2] ?? "")).toEqual([]);
  const entries = await admin.calls.audit.list({ actionTypes: "SCHEDULE_RUN", limit: -1 });
  expect(entries.data).toMatchObject([{ entityId: { entityType: "SCHEDULE", id: scheduleId } }]);
});

test("[SCH1] what is wrong with a schedule is told, and of two who change one, the second", async () => {
  const { admin } = tenant;
  const save = (body: unknown) =>
    admin.post("/api/schedule", JSON.stringify(body), { headers: { "content-type": "application/json" } });
  const never = scheduleFor({ all: true }, { timing: { kind: "CRON", expression: "0 0 30 2 *" } });
  const refusals = [
    [never, "SCHEDULE_NEVER_RUNS"],
    [scheduleFor({ all: true }, { timeZone: "Mars/Olympus" }), "SCHEDULE_ZONE_UNKNOWN"],
    [scheduleFor({}), "CHOICE_UNCLEAR"],
  ] as const;
  for (const [body, code] of refusals) {
    const answer = await save(body);
    expect([answer.status, String(answer.headers["x-refusal"]).split("?")[0]]).toEqual([400, code]);
  }
  const saved = await admin.calls.schedules.save({ body: scheduleFor({ all: true }) });
  const { id, version, name } = saved;

  const off = await admin.calls.schedules.setEnabled({ scheduleId: id.id, body: { enabled: false, version } });
  const stale = await save({ ...scheduleFor({ all: true }, { name }), id, version });
  const taken = await save(scheduleFor({ all: true }, { name }));

  expect(off).toMatchObject({ enabled: false, nextTime: null, version: version + 1, action: { all: true, commands } });
  expect([stale.status, taken.status]).toEqual([409, 409]);
  await admin.calls.schedules.remove({ scheduleId: id.id });
  expect((await admin.get(`/api/schedule/${id.id}`)).status).toBe(404);
});

test("[SCH1] a schedule is seen and changed where its devices are, and does what its maker may do", async () => {
  const { admin } = tenant;
  const project = await admin.calls.projects.save({ body: { name: "north" } });
  const user = async (role: "OPERATOR" | "VIEWER", projectId?: string) => {
    const username = `user-${randomUUID()}`;
    const grants = [{ role, projectId: projectId === undefined ? null : { id: projectId } }];
    await admin.calls.users.add({ tenantId: tenant.id, body: { username, password: testPassword, grants } });
    return app.login(username);
  };
  const [north, viewer] = [await user("OPERATOR", project.id.id), await user("VIEWER")];
  const everywhere = await admin.calls.schedules.save({ body: scheduleFor({ all: true }) });
  const there = await admin.calls.schedules.save({ body: scheduleFor({ filter: { projectId: project.id.id } }) });

  const seen = (await north.calls.schedules.list({ limit: -1 })).data.map(({ id }) => id.id);
  expect(seen).toContain(there.id.id);
  expect(seen).not.toContain(everywhere.id.id);
  expect((await north.post(`/api/schedule/${everywhere.id.id}/run`, "")).status).toBe(404);
  const own = await north.calls.schedules.save({ body: scheduleFor({ all: true }) });
  await north.calls.schedules.run({ scheduleId: own.id.id });
  await expect.poll(() => lastRun(north, own.id.id), { timeout: 60_000 }).toMatchObject({ state: "DONE", total: 0 });
  expect((await viewer.calls.schedules.list({ limit: -1 })).data.length).toBeGreaterThan(1);
  expect((await viewer.post(`/api/schedule/${own.id.id}/run`, "")).status).toBe(403);
});

test("[SCH1] a schedule whose project or group was deleted fails in words, harms nothing, stays and can be mended", async () => {
  const { admin } = tenant;
  const project = (await admin.calls.projects.save({ body: { name: randomUUID() } })).id.id;
  const filter = { kind: "ALL", conditions: [] };
  const group = expectOk(await admin.post("/api/deviceGroup", { name: randomUUID(), filter })).json<{
    id: { id: string };
  }>();
  const deviceId = (await app.device(tenant)).id.id;
  const choices = [
    [{ filter: { projectId: project } }, `/api/project/${project}`, "PROJECT_NOT_FOUND"],
    [{ filter: { group: group.id.id } }, `/api/deviceGroup/${group.id.id}`, "DEVICE_GROUP_NOT_FOUND"],
  ] as const;

  for (const [choice, path, refusal] of choices) {
    const saved = await admin.calls.schedules.save({ body: scheduleFor(choice) });
    expectOk(await admin.delete(path));

    const refused = await admin.post(`/api/schedule/${saved.id.id}/run`);
    expect([refused.status, String(refused.headers["x-refusal"]).split("?")[0]]).toEqual([404, refusal]);
    const job = await ranByTheClock(saved.id.id);
    expect(job).toMatchObject({ state: "FAILED", error: expect.stringContaining("No "), changed: 0 });
    expect(await queuedFor(admin, deviceId)).toEqual([]);
    const { id, version, name } = saved;
    expect(await admin.calls.schedules.get({ scheduleId: id.id })).toMatchObject({ version, name, action: choice });
    const mended = { ...scheduleFor({ deviceIds: [deviceId] }), id, version, name, enabled: false };
    expect(await admin.calls.schedules.save({ body: mended })).toMatchObject({ version: version + 1 });
  }
});

/** As its clock begins it, which asks nobody before. */
async function ranByTheClock(scheduleId: string) {
  const { jobs, schedules } = app.platform;
  const reach = { tenantId: tenant.id as TenantId, projects: "all" } as const;
  const by = { reach, userId: newId<UserId>() } as unknown as Parameters<typeof schedules.require>[0];
  const { id, name, work, maker, tenantId } = await schedules.require(by, scheduleId as ScheduleId);
  const input = { ...work, scheduleId: id, name, dueTime: Date.now() };
  const jobId = newId<JobId>();
  await jobs.begin(maker, { id: jobId, tenantId, kind: "RUN_SCHEDULE", input });
  const read = () => tenant.admin.calls.jobs.get({ jobId });
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/DONE|FAILED/);
  return read();
}

test("[SCH1, NTF1] a schedule tells people, and is refused where it tells nobody or somebody who is not there", async () => {
  const { admin } = tenant;
  const me = (await admin.get("/api/auth/user")).json<{ id: { id: string } }>().id.id;
  const telling = (recipients: object) => ({
    ...{
      name: `bottles ${randomUUID()}`,
      enabled: true,
      timeZone: "UTC",
      timing: { kind: "DAILY", time: "06:00" } as const,
    },
    action: { kind: "NOTIFY" as const, recipients, channels: ["INBOX" as const], text: "Empty the bottles" },
  });
  for (const nobody of [{}, { userIds: [] }, { userIds: [randomUUID()] }]) {
    const answer = await admin.post("/api/schedule", telling(nobody));
    expect([answer.status, String(answer.headers["x-refusal"]).split("?")[0]]).toEqual([400, "SCHEDULE_TELLS_NOBODY"]);
  }
  const saved = await admin.calls.schedules.save({ body: telling({ userIds: [me.toUpperCase()] }) });
  await admin.calls.schedules.run({ scheduleId: saved.id.id });

  await expect.poll(() => lastRun(admin, saved.id.id), { timeout: 60_000 }).toMatchObject({ state: "DONE" });
  const inbox = async () => (await admin.calls.inbox.inbox({ limit: -1 })).data;
  await expect
    .poll(inbox, { timeout: 60_000 })
    .toMatchObject([
      { subject: `Schedule “${saved.name}”: Empty the bottles`, text: expect.stringContaining("Empty the bottles") },
    ]);
  const [message] = await inbox();
  const record = await admin.calls.notifications.get({ notificationId: message?.id.id ?? "" });
  expect([message?.occasion, record.scheduleId?.id]).toEqual(["SCHEDULED", saved.id.id]);
});

const kills = sizeOf("HELIO_TEST_KILLS");
/** Some steps of the job. */
const devices = 100;

atLength(
  "[SCH1] SIGKILL in the middle of a run gives no device a command twice, and leaves none out",
  {
    timeout: limitOf("HELIO_TEST_KILLS", 120_000),
  },
  async () => {
    await using folder = await tempFolder();
    const env = {
      ...{ HELIO_DATA_DIR: folder.path, HELIO_ADMIN_PASSWORD: testPassword, HELIO_LOG_LEVEL: "silent" },
      HELIO_WORK_LEASE: "1s",
    };
    const logIn = async (rest: RestClient) => {
      const answer = await rest.post("/api/auth/login", { username: "admin", password: testPassword });
      const client = rest.withToken(answer.json<{ token: string }>().token);
      const user = (await client.get("/api/auth/user")).json<{ tenantId: { id: string } }>();
      return { client, tenantId: user.tenantId.id };
    };
    let scheduleId = "";
    let deviceIds: string[] = [];

    for (let kill = 0; kill < kills; kill++) {
      await using node = await (await spawnNode({ env })).ready();
      const { client, tenantId } = await logIn(node.rest);
      if (scheduleId === "") {
        deviceIds = await addDevices(client, tenantId, devices);
        scheduleId = (await client.calls.schedules.save({ body: scheduleFor({ all: true }) })).id.id;
        await client.calls.schedules.run({ scheduleId });
      }
      await sleep(Math.random() * 200);
      await node.kill();
    }

    await using restarted = await startApp(env);
    const { client } = await logIn(restarted.rest);
    await expect.poll(() => lastRun(client, scheduleId), { timeout: 60_000 }).toMatchObject({ state: "DONE" });
    expect(await lastRun(client, scheduleId)).toMatchObject({ total: devices, changed: devices, failed: 0 });
    const queued = await client.calls.audit.list({ actionTypes: "COMMAND_QUEUED,RPC_CALL", limit: -1 });
    expect(queued.data.map(({ entityId }) => entityId.id).toSorted()).toEqual([...deviceIds, ...deviceIds].toSorted());
  },
);
