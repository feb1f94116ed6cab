import { randomUUID } from "node:crypto";
import type { AuditRecord, JobRecord } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_JOBS_PER_TENANT: "3" });
});
afterAll(() => app[Symbol.asyncDispose]());

const many = 450;

async function freshTenant(devices = 0, prefix = "device"): Promise<string[]> {
  tenant = await app.tenant();
  return addDevices(devices, prefix);
}

async function addDevices(count: number, prefix: string): Promise<string[]> {
  if (count === 0) return [];
  const csv = ["name,type", ...Array.from({ length: count }, (_, n) => `${prefix} ${n},logger`)].join("\n");
  const headers = { "content-type": "text/csv" };
  expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/devices/import`, csv, { headers }));
  const { data } = await tenant.admin.calls.devices.list({ tenantId: tenant.id, textSearch: prefix, limit: -1 });
  return data.map(({ id }) => id.id);
}

const newProject = async (name: string, parentId?: string) =>
  (
    await tenant.admin.calls.projects.save({
      body: { name, ...(parentId !== undefined && { parentId: { id: parentId } }) },
    })
  ).id.id;

async function ended(job: JobRecord, by: RestClient = tenant.admin): Promise<JobRecord> {
  const read = () => by.calls.jobs.get({ jobId: job.id.id });
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toMatch(/QUEUED|RUNNING/);
  return read();
}

const countIn = async (projectId: string) =>
  (await tenant.admin.calls.devices.list({ tenantId: tenant.id, projectId, limit: 1 })).totalElements;

/** A user of the tenant with a role in one project. */
async function userIn(projectId: string, role: "OPERATOR" | "TENANT_ADMIN" = "OPERATOR") {
  const username = `user-${randomUUID()}`;
  const grants = [{ role, projectId: { id: projectId } }];
  const { id } = await tenant.admin.calls.users.add({
    ...{ tenantId: tenant.id, body: { username, password: testPassword, grants } },
  });
  return { username, id: id.id, rest: await app.login(username) };
}

describe("[PRJ1] moving many devices", () => {
  test("goes on after the answer, with its progress, each device on record under its maker", async () => {
    await freshTenant(many);
    const projectId = await newProject("north");

    const job = await tenant.admin.calls.jobs.moveDevices({ body: { all: true, projectId: { id: projectId } } });
    const end = await ended(job);

    expect(job).toMatchObject({ state: "QUEUED", kind: "MOVE_DEVICES", projectId: { id: projectId } });
    expect(end).toMatchObject({ state: "DONE", total: many, processed: many, changed: many, failed: 0, error: null });
    expect(await countIn(projectId)).toBe(many);
    const { data } = await tenant.admin.calls.audit.list({ limit: -1 });
    const moves = data.filter(
      ({ actionType, entityId }: AuditRecord) => actionType === "UPDATED" && entityId.entityType === "DEVICE",
    );
    expect(moves).toHaveLength(many);
    expect(new Set(moves.map(({ userName }: AuditRecord) => userName)).size).toBe(1);
    expect(data.find(({ actionType }: AuditRecord) => actionType === "JOB_STARTED")).toMatchObject({
      actionData: { facts: { filter: {}, projectId } },
    });
    expect((await tenant.admin.calls.jobs.list({})).data).toEqual([end]);
  });

  test("takes what its filter matches when it comes to it, and leaves the rest", async () => {
    await freshTenant(30, "bridge");
    await addDevices(10, "tunnel");
    const projectId = await newProject("bridges");
    const filter = { textSearch: "bridge", projectId: "none", type: "logger", active: false };

    const end = await ended(
      await tenant.admin.calls.jobs.moveDevices({ body: { filter, projectId: { id: projectId } } }),
    );

    expect(end).toMatchObject({ state: "DONE", changed: 30 });
    expect(await countIn(projectId)).toBe(30);
    expect(await countIn("none")).toBe(10);
  });

  test("[PRJ2] takes those of a group, and no others", async () => {
    await freshTenant(12, "bridge");
    await addDevices(5, "tunnel");
    const projectId = await newProject("bridges");
    const conditions = [{ kind: "NAME", comparison: "STARTS_WITH", text: "bridge" }];
    const made = await tenant.admin.post("/api/deviceGroup", { name: "Bridges", filter: { kind: "ALL", conditions } });
    const group = expectOk(made).json<{ id: { id: string } }>().id.id;

    const body = { filter: { group }, projectId: { id: projectId } };
    const end = await ended(await tenant.admin.calls.jobs.moveDevices({ body }));

    expect(end).toMatchObject({ state: "DONE", total: 12, changed: 12 });
    expect(await countIn(projectId)).toBe(12);
    expect(
      (await tenant.admin.post("/api/jobs/moveDevices", { filter: { group: randomUUID() }, projectId: null })).status,
    ).toBe(404);
  });

  test("tells in words what is not there, and moves the others", async () => {
    const ids = await freshTenant(3);
    const projectId = await newProject("north");
    const unknown = randomUUID();

    const end = await ended(
      await tenant.admin.calls.jobs.moveDevices({
        body: { deviceIds: [...ids, unknown, ...ids], projectId: { id: projectId } },
      }),
    );

    expect(end).toMatchObject({ state: "DONE", total: 4, changed: 3, failed: 1 });
    expect(end.failures).toMatchObject([
      { id: unknown, reason: expect.stringContaining(unknown), refusal: `DEVICE_NOT_FOUND?id=${unknown}` },
    ]);
  });

  test("is no way up: what its maker may not do where a device is, fails for that device alone", async () => {
    const ids = await freshTenant(2);
    const [low, high] = [await newProject("low"), await newProject("high")];
    const username = `user-${randomUUID()}`;
    const grants = [
      { role: "OPERATOR" as const, projectId: { id: low } },
      { role: "TENANT_ADMIN" as const, projectId: { id: high } },
    ];
    await tenant.admin.calls.users.add({ tenantId: tenant.id, body: { username, password: testPassword, grants } });
    const [lower = "", upper = ""] = ids;
    const move = (deviceId: string, projectId: string) =>
      tenant.admin.calls.devices.move({
        tenantId: tenant.id,
        body: { deviceIds: [deviceId], projectId: { id: projectId } },
      });
    await move(lower, low);
    await move(upper, high);
    const user = await app.login(username);

    const job = await user.calls.jobs.moveDevices({ body: { deviceIds: ids, projectId: { id: high } } });
    const end = await ended(job, user);

    expect(end).toMatchObject({ state: "DONE", processed: 2, failed: 1 });
    expect(end.failures).toMatchObject([{ id: lower, name: expect.stringContaining("device") }]);
    expect(await countIn(low)).toBe(1);
  });

  test("is done with what its maker may do at each step: whoever leaves moves nothing more", async () => {
    await freshTenant(many);
    const projectId = await newProject("north");
    const below = await newProject("below", projectId);
    const user = await userIn(projectId);
    const before = { body: { all: true as const, projectId: { id: projectId } } };
    await tenant.admin.calls.jobs.moveDevices(before);
    const outside = await user.rest.post("/api/jobs/moveDevices", { all: true, projectId: null });
    // Behind the first: of one tenant one is done at a time.
    const job = await user.rest.calls.jobs.moveDevices({ body: { all: true, projectId: { id: below } } });
    expectOk(await tenant.admin.delete(`/api/tenants/${tenant.id}/users/${user.id}`));

    const end = await ended(job);

    expect(outside.status).toBe(400); // a project has to be named where one has no say in the whole tenant
    expect(end).toMatchObject({ state: "FAILED", error: expect.stringContaining("not in the tenant any more") });
    expect(await countIn(below)).toBe(end.changed);
  });

  test("is refused at once where there is no such project, no device chosen, or no permission", async () => {
    await freshTenant(1);
    const projectId = await newProject("north");
    const viewer = `user-${randomUUID()}`;
    await app.user(tenant.admin, tenant.id, viewer, "VIEWER");
    const post = (body: object, by = tenant.admin) => by.post("/api/jobs/moveDevices", body);

    const answers = [
      await post({ all: true, projectId: { id: randomUUID() } }),
      await post({ projectId: { id: projectId } }),
      await post({ all: true, deviceIds: [randomUUID()], projectId: null }),
      await post({ filter: { projectId: randomUUID() }, projectId: null }),
      await post({ all: true, projectId: null }, await app.login(viewer)),
      await post({ all: true, projectId: null }, await app.systemAdministrator()),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 404, 403, 403]);
  });
});

describe("[PRJ1] jobs", () => {
  test("are cancelled: what is done stays done, and nothing more is", async () => {
    await freshTenant(many);
    const projectId = await newProject("north");
    const [first, second] = [
      await tenant.admin.calls.jobs.moveDevices({ body: { all: true, projectId: { id: projectId } } }),
      await tenant.admin.calls.jobs.deleteDevices({ body: { all: true } }),
    ];

    const cancelled = await tenant.admin.calls.jobs.cancel({ jobId: second.id.id });
    const end = await ended(first);

    expect(cancelled).toMatchObject({ state: "CANCELLED" });
    expect(end.state).toBe("DONE");
    expect(await countIn(projectId)).toBe(many);
    const again = await tenant.admin.post(`/api/jobs/${second.id.id}/cancel`);
    expect(again.status).toBe(409);
  });

  test("of others are seen by who may read the audit log, and cancelled by who manages settings", async () => {
    await freshTenant(1);
    const username = `user-${randomUUID()}`;
    await app.user(tenant.admin, tenant.id, username, "OPERATOR");
    const operator = await app.login(username);
    const own = await tenant.admin.calls.jobs.deleteDevices({ body: { deviceIds: [randomUUID()] } });
    const theirs = await operator.calls.jobs.deleteDevices({ body: { deviceIds: [randomUUID()] } });

    expect((await operator.calls.jobs.list({})).data.map(({ id }) => id.id)).toEqual([theirs.id.id]);
    expect((await operator.get(`/api/jobs/${own.id.id}`)).status).toBe(404);
    expect((await operator.post(`/api/jobs/${own.id.id}/cancel`)).status).toBe(404);
    expect((await tenant.admin.calls.jobs.list({})).totalElements).toBe(2);
    const stranger = await app.tenant();
    expect((await stranger.admin.get(`/api/jobs/${own.id.id}`)).status).toBe(404);
  });

  test("delete devices, with what else there is of them", async () => {
    const ids = await freshTenant(120);

    const end = await ended(
      await tenant.admin.calls.jobs.deleteDevices({ body: { filter: { textSearch: "device" } } }),
    );

    expect(end).toMatchObject({ state: "DONE", total: 120, changed: 120 });
    expect((await tenant.admin.get(`/api/device/${ids[0]}`)).status).toBe(404);
  });

  test("send commands to many devices, each of which gets it once", async () => {
    const ids = await freshTenant(120);
    const command = { type: "RPC" as const, method: "reboot", params: { secret: "s3cret" }, expiresIn: 60_000 };

    const end = await ended(await tenant.admin.calls.jobs.sendCommand({ body: { all: true, command } }));

    expect(end).toMatchObject({ state: "DONE", changed: 120 });
    expect(JSON.stringify(end)).not.toContain("s3cret");
    for (const deviceId of [ids[0] ?? "", ids[119] ?? ""]) {
      const { data } = await tenant.admin.calls.commands.list({ deviceId });
      expect(data).toMatchObject([{ type: "RPC", status: "QUEUED", expiresTime: end.createdTime + 60_000 }]);
    }
  });

  test("of a tenant are few at once", async () => {
    await freshTenant(1);
    const paused = await Promise.all(
      Array.from({ length: 12 }, () => tenant.admin.post("/api/jobs/deleteDevices", { deviceIds: [randomUUID()] })),
    );

    expect(new Set(paused.map(({ status }) => status)).isSubsetOf(new Set([202, 409]))).toBe(true);
  });
});

describe("[issue 17.21] changing many devices and taking it back", () => {
  const held = async (id: string) => {
    const path = `/api/plugins/telemetry/DEVICE/${id}/values/attributes/SERVER_SCOPE`;
    const answer = (await tenant.admin.get(path)).json<{ key: string; value: unknown }[]>();
    return Object.fromEntries(answer.map(({ key, value }) => [key, value]));
  };
  const write = async (id: string, values: object) =>
    expectOk(await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, values));

  test("attributes are written and deleted, and undone where nobody changed them since", async () => {
    const ids = await freshTenant(120);
    const [first = "", second = "", third = ""] = ids;
    await write(first, { line: { deep: 9007199254740993n.toString() }, old: true });

    const body = {
      all: true as const,
      scope: "SERVER_SCOPE" as const,
      attributes: { line: "G7", speed: 12.5, old: null },
    };
    const job = await ended(await tenant.admin.calls.jobs.setAttributes({ body }));
    expect(job).toMatchObject({ state: "DONE", changed: 120, failed: 0, undoable: true, undoneBy: null });
    expect([await held(first), await held(second)]).toEqual([
      { line: "G7", speed: 12.5 },
      { line: "G7", speed: 12.5 },
    ]);
    await write(third, { line: "H1" });

    const undone = await ended(await tenant.admin.calls.jobs.undo({ jobId: job.id.id }));
    expect(undone).toMatchObject({ kind: "UNDO_JOB", state: "DONE", processed: 120, changed: 119, failed: 1 });
    expect(undone.failures).toMatchObject([{ id: third, refusal: "JOB_CHANGED_SINCE" }]);
    expect([await held(first), await held(second)]).toEqual([{ line: { deep: "9007199254740993" }, old: true }, {}]);
    expect(await held(third)).toEqual({ line: "H1", speed: 12.5 });
    expect(await tenant.admin.calls.jobs.get({ jobId: job.id.id })).toMatchObject({
      undoable: false,
      undoneBy: undone.id,
    });
    expect((await tenant.admin.post(`/api/jobs/${job.id.id}/undo`)).json()).toMatchObject({ status: 409 });
    expect((await tenant.admin.post(`/api/jobs/${undone.id.id}/undo`)).json()).toMatchObject({ status: 409 });
  });

  test("types and projects are changed and undone, each device where it was; a type that is not there is refused", async () => {
    const ids = await freshTenant(30);
    const [north, south] = [await newProject("north"), await newProject("south")];
    const [first = ""] = ids;
    await ended(await tenant.admin.calls.jobs.moveDevices({ body: { deviceIds: [first], projectId: { id: south } } }));
    const type = await tenant.admin.calls.deviceTypes.save({ body: { name: "pump" } });
    const read = (deviceId: string) => tenant.admin.calls.devices.get({ deviceId });

    const typed = await ended(
      await tenant.admin.calls.jobs.setType({ body: { all: true, deviceProfileId: { id: type.id.id } } }),
    );
    const moved = await ended(
      await tenant.admin.calls.jobs.moveDevices({ body: { all: true, projectId: { id: north } } }),
    );
    expect([typed, moved]).toMatchObject([
      { changed: 30, undoable: true },
      { changed: 30, undoable: true },
    ]);
    expect(await read(first)).toMatchObject({ type: "pump", projectId: { id: north } });
    for (const { id } of [typed, moved]) {
      const undone = await ended(await tenant.admin.calls.jobs.undo({ jobId: id.id }));
      expect(undone).toMatchObject({ state: "DONE", changed: 30, failed: 0 });
    }
    expect(await read(first)).toMatchObject({ type: "logger", projectId: { id: south } });
    expect(await read(ids[1] ?? "")).toMatchObject({ type: "logger", projectId: null });
    const nowhere = { all: true, deviceProfileId: { id: randomUUID() } };
    expect((await tenant.admin.post("/api/jobs/setType", nowhere)).json()).toMatchObject({ status: 404 });
  });

  test("[ALM2] alarms of many devices are acknowledged at once, those that nobody acknowledged yet, of those one may handle", async () => {
    const [first = "", second = "", third = ""] = await freshTenant(3);
    const raise = async (id: string, type: string, more = {}) =>
      tenant.admin.calls.alarms.save({ body: { originator: { id }, type, severity: "MAJOR", ...more } });
    await raise(first, "hot");
    await raise(first, "over", { cleared: true });
    await raise(second, "hot", { acknowledged: true });
    const left = await raise(third, "hot");

    const job = await ended(await tenant.admin.calls.jobs.acknowledgeAlarms({ body: { deviceIds: [first, second] } }));

    expect(job).toMatchObject({ state: "DONE", total: 2, processed: 2, changed: 1, failed: 0, undoable: false });
    const open = await tenant.admin.calls.alarms.find({ statusList: "UNACK" });
    expect(open.data.map(({ id }) => id)).toEqual([left.id]);
    const viewer = `user-${randomUUID()}`;
    await app.user(tenant.admin, tenant.id, viewer, "VIEWER");
    expect((await (await app.login(viewer)).post("/api/jobs/acknowledgeAlarms", { all: true })).status).toBe(403);
  });

  test("[PRJ1, AUTH5] only what one may change is changed and undone; other projects' devices are not there", async () => {
    const ids = await freshTenant(3);
    const [inside = "", outside = ""] = ids;
    const north = await newProject("north");
    await ended(await tenant.admin.calls.jobs.moveDevices({ body: { deviceIds: [inside], projectId: { id: north } } }));
    const operator = (await userIn(north)).rest;
    const attributes = { line: "N" };
    const named = { deviceIds: [inside, outside], scope: "SERVER_SCOPE", attributes };

    const job = (await operator.post("/api/jobs/setAttributes", named)).json<JobRecord>();
    expect(await ended(job, operator)).toMatchObject({
      changed: 1,
      failed: 1,
      failures: [{ id: outside, name: null }],
    });
    const all = (
      await operator.post("/api/jobs/setAttributes", { all: true, scope: "SERVER_SCOPE", attributes })
    ).json<JobRecord>();
    expect(await ended(all, operator)).toMatchObject({ total: 1, changed: 1 });
    expect(await held(outside)).toEqual({});
    const stranger = (await userIn(await newProject("south"))).rest;
    expect((await stranger.post(`/api/jobs/${job.id.id}/undo`)).json()).toMatchObject({ status: 404 });
    for (const wrong of [{ CLIENT: 1 }, {}]) {
      const body = { all: true, scope: "CLIENT_SCOPE", attributes: wrong };
      expect((await operator.post("/api/jobs/setAttributes", body)).json()).toMatchObject({ status: 400 });
    }
  });
});
