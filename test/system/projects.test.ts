import { randomUUID } from "node:crypto";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { AuditRecord, DeviceRecord, ListedProject, ProjectRecord, Role } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await startApp({ HELIO_MOVE_LIMIT: "30" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const save = (input: object, by: RestClient = home.admin) => by.post("/api/project", input);

async function project(parent?: string, name: string = randomUUID()): Promise<string> {
  const input = { name, ...(parent && { parentId: { id: parent } }) };
  return expectOk(await save(input)).json<ProjectRecord>().id.id;
}

const deviceIn = (projectId: string | undefined, name = `device ${randomUUID()}`): Promise<DeviceRecord> =>
  app.device(home, { name, ...(projectId && { projectId: { id: projectId } }) });

/** Somebody with roles in projects; undefined stands for the whole tenant. */
async function holder(
  ...grants: [Role, string | undefined][]
): Promise<{ client: RestClient; id: string; token: string }> {
  const username = `user-${randomUUID()}`;
  const body = {
    username,
    password: testPassword,
    grants: grants.map(([role, id]) => ({ role, projectId: id ? { id } : null })),
  };
  const { id } = expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, body)).json<{ id: { id: string } }>();
  const { token } = await app.tokens(username);
  return { client: app.rest.withToken(token), id: id.id, token };
}

const namesFor = async (client: RestClient, query = ""): Promise<string[]> => {
  const answer = expectOk(await client.get(`/api/tenants/${home.id}/devices?limit=1000${query}`));
  return answer.json<{ data: DeviceRecord[] }>().data.map(({ name }) => name);
};

describe("[PRJ1] the tree of projects", () => {
  test("is created, renamed, moved and deleted over REST, and every change is on record", async () => {
    const top = await project(undefined, "Line 1");
    const below = await project(top, "Section A");

    const moved = await save({ id: { id: below }, name: "Section B", description: "north", parentId: null });
    expect(moved.json()).toMatchObject({ name: "Section B", parentId: null, description: "north" });
    const listed = await home.admin.get(`/api/tenants/${home.id}/projects?limit=-1`);
    expect(listed.json<{ data: ListedProject[] }>().data).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: "Section B", deviceCount: 0, parentId: null })]),
    );
    expect((await home.admin.delete(`/api/project/${below}`)).status).toBe(200);
    expect((await home.admin.get(`/api/project/${below}`)).json()).toMatchObject({ status: 404, errorCode: 32 });

    const log = await home.admin.get(`/api/audit/logs/entity/PROJECT/${below}`);
    const entries = log.json<{ data: AuditRecord[] }>().data;
    expect(entries.map(({ actionType }) => actionType)).toEqual(["DELETED", "UPDATED", "ADDED"]);
  });

  test("has no circles, no project below itself, and none with content is deleted", async () => {
    const top = await project();
    const below = await project(top);
    await deviceIn(below);

    expect((await save({ id: { id: top }, name: "x", parentId: { id: top } })).json()).toMatchObject({ status: 409 });
    expect((await save({ id: { id: top }, name: "x", parentId: { id: below } })).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining("below itself"),
    });
    expect((await home.admin.delete(`/api/project/${top}`)).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining("projects below it"),
    });
    expect((await home.admin.delete(`/api/project/${below}`)).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining("devices"),
    });
    expect((await save({ name: "x", parentId: { id: randomUUID() } })).json()).toMatchObject({ status: 404 });
    expect((await save({ name: " " })).json()).toMatchObject({ status: 400 });
  });

  test("of another tenant is not there", async () => {
    const other = await app.tenant();
    const ours = await project();

    expect((await other.admin.get(`/api/project/${ours}`)).status).toBe(404);
    expect((await other.admin.post("/api/device", { name: "x", projectId: { id: ours } })).status).toBe(404);
    expect((await save({ name: "x", parentId: { id: ours } }, other.admin)).status).toBe(404);
  });
});

describe("[PRJ1] devices in projects", () => {
  test("are created, listed, moved and imported there, with and without what is below", async () => {
    const top = await project();
    const below = await project(top);
    const [one, two] = [await deviceIn(top), await deviceIn(below)];
    const csv = await home.admin.send("POST", `/api/tenants/${home.id}/devices/import?projectId=${below}`, {
      body: `name\nimported-${below}\n`,
      headers: { "content-type": "text/csv" },
    });
    expect(csv.json()).toMatchObject({ created: 1 });

    expect(one.projectId).toEqual({ entityType: "PROJECT", id: top });
    expect((await namesFor(home.admin, `&projectId=${top}`)).sort()).toEqual(
      [one.name, two.name, `imported-${below}`].sort(),
    );
    expect(await namesFor(home.admin, `&projectId=${top}&includeDescendants=false`)).toEqual([one.name]);
    expect(await namesFor(home.admin, "&projectId=none")).not.toContain(one.name);
    expect((await home.admin.get(`/api/tenants/${home.id}/devices?projectId=${randomUUID()}`)).status).toBe(404);
    expect((await home.admin.get(`/api/tenants/${home.id}/devices?projectId=x`)).status).toBe(400);

    const renamed = await home.admin.post("/api/device", { id: one.id, name: one.name });
    expect(renamed.json<DeviceRecord>().projectId?.id).toBe(top);
    const moved = await home.admin.post("/api/device", { id: one.id, name: one.name, projectId: { id: below } });
    expect(moved.json<DeviceRecord>().projectId?.id).toBe(below);
    expect(
      (await home.admin.post("/api/device", { id: one.id, name: one.name, projectId: null })).json(),
    ).toMatchObject({
      projectId: { id: below },
    });
    await home.admin.post(`/api/tenants/${home.id}/devices/move`, { projectId: null, deviceIds: [one.id.id] });
    expect(await namesFor(home.admin, "&projectId=none")).toContain(one.name);
  });

  test("are moved many at once, by their ids or by a filter; what is not there is named", async () => {
    const target = await project();
    const prefix = randomUUID();
    const made = await Promise.all([1, 2, 3].map((number) => deviceIn(undefined, `${prefix}-${number}`)));
    const move = (body: object) => home.admin.post(`/api/tenants/${home.id}/devices/move`, body);
    const unknown = randomUUID();

    const ids = [...made.map(({ id }) => id.id), unknown];
    expect((await move({ projectId: { id: target }, deviceIds: ids })).json()).toEqual({
      moved: 3,
      unchanged: 0,
      missing: [unknown],
    });
    expect((await move({ projectId: { id: target }, deviceIds: ids })).json()).toMatchObject({
      moved: 0,
      unchanged: 3,
    });
    expect((await move({ projectId: null, filter: { textSearch: prefix } })).json()).toMatchObject({ moved: 3 });
    const history = await home.admin.get(`/api/audit/logs/entity/DEVICE/${made[0]?.id.id}`);
    expect(history.json<{ data: AuditRecord[] }>().data[0]).toMatchObject({
      actionType: "UPDATED",
      actionData: { before: { projectId: target }, after: { projectId: null } },
    });

    await move({ projectId: { id: target }, deviceIds: ids });
    const next = await project(); // neither where they are nor below it
    expect((await move({ projectId: { id: next }, filter: { projectId: target } })).json()).toMatchObject({ moved: 3 });

    expect((await move({ projectId: null })).json()).toMatchObject({ status: 400 });
    expect((await move({ projectId: null, deviceIds: [], filter: {} })).json()).toMatchObject({ status: 400 });
    expect((await move({ projectId: { id: randomUUID() }, deviceIds: ids })).json()).toMatchObject({ status: 404 });
    const many = Array.from({ length: 1_001 }, () => randomUUID());
    expect((await move({ projectId: null, deviceIds: many })).json()).toMatchObject({ status: 400 });
    await Promise.all(Array.from({ length: 31 }, (_, number) => deviceIn(undefined, `${prefix}-many-${number}`)));
    expect((await move({ projectId: { id: target }, filter: { textSearch: `${prefix}-many` } })).json()).toMatchObject({
      status: 400,
      message: expect.stringContaining("31 devices"),
    });
  });
});

describe("[PRJ1] what is outside of somebody's projects does not exist for them", () => {
  test("lists, types and single devices show what is in their projects and below", async () => {
    const [mine, other] = [await project(), await project()];
    const below = await project(mine);
    const [one, two, hidden] = [await deviceIn(mine), await deviceIn(below), await deviceIn(other)];
    const root = await deviceIn(undefined);
    const { client } = await holder(["OPERATOR", mine]);

    expect((await namesFor(client)).sort()).toEqual([one.name, two.name].sort());
    expect(await namesFor(client, "&projectId=none")).toEqual([]);
    expect((await client.get(`/api/tenants/${home.id}/devices?projectId=${other}`)).status).toBe(404);
    const types = await client.get(`/api/tenants/${home.id}/device-types`);
    expect(types.json<{ count: number }[]>().map(({ count }) => count)).toEqual([2]);
    for (const { id } of [hidden, root]) expect((await client.get(`/api/device/${id.id}`)).status).toBe(404);
    const projects = await client.get(`/api/tenants/${home.id}/projects`);
    expect(
      projects
        .json<{ data: ListedProject[] }>()
        .data.map(({ id }) => id.id)
        .sort(),
    ).toEqual([mine, below].sort());
    expect((await client.get(`/api/tenants/${home.id}/users`)).json()).toMatchObject({ status: 403, errorCode: 20 });
  });

  test("types tell the number of devices within reach; a parent out of reach is not told", async () => {
    const top = await project();
    const mine = await project(top);
    const type = `type ${randomUUID()}`;
    const make = (id: string | undefined) =>
      app.device(home, { name: randomUUID(), type, ...(id && { projectId: { id } }) });
    const { deviceProfileId } = await make(mine);
    await Promise.all([make(top), make(undefined)]);
    const { client } = await holder(["OPERATOR", mine]);
    const countFor = async (by: RestClient) => {
      const search = `?pageSize=10&page=0&textSearch=${encodeURIComponent(type)}`;
      const lists = await Promise.all(
        ["deviceProfiles", "deviceProfileInfos"].map((one) => by.get(`/api/${one}${search}`)),
      );
      const info = await by.get(`/api/deviceProfileInfo/${deviceProfileId.id}`);
      const listed = lists.flatMap((one) => one.json<{ data: { deviceCount: number }[] }>().data);
      return [...listed, info.json<{ deviceCount: number }>()].map(({ deviceCount }) => deviceCount);
    };

    expect([await countFor(home.admin), await countFor(client)]).toEqual([
      [3, 3, 3],
      [1, 1, 1],
    ]);
    expect((await client.get(`/api/project/${mine}`)).json()).toMatchObject({ parentId: null });
    expect((await client.get(`/api/tenants/${home.id}/projects`)).json()).toMatchObject({ data: [{ parentId: null }] });
    expect((await home.admin.get(`/api/project/${mine}`)).json()).toMatchObject({ parentId: { id: top } });
  });

  test("[DEV4] a token that a device in another project has counts as guessed", async () => {
    const [mine, other] = [await project(), await project()];
    const { client } = await holder(["TENANT_ADMIN", mine]);
    const own = await deviceIn(mine);
    const theirs = await deviceIn(other);
    const shown = await home.admin.get(`/api/device/${theirs.id.id}/credentials`);
    const { credentialsId } = shown.json<{ credentialsId: string }>();
    const choose = async () => {
      const body = { deviceId: own.id, credentialsType: "ACCESS_TOKEN", credentialsId };
      return (await client.post("/api/device/credentials", body)).status;
    };

    const answers: number[] = [];
    while (answers.length < 30 && answers.at(-1) !== 429) answers.push(await choose());

    expect(new Set(answers)).toEqual(new Set([409, 429]));
  });

  test("new devices go where they may edit, and nowhere else", async () => {
    const [mine, other] = [await project(), await project()];
    const { client } = await holder(["OPERATOR", mine], ["VIEWER", other]);
    const create = (projectId?: string) =>
      client.post("/api/device", { name: randomUUID(), ...(projectId && { projectId: { id: projectId } }) });

    expect((await create(mine)).status).toBe(201);
    expect((await create(other)).json()).toMatchObject({ status: 403, errorCode: 20 });
    expect((await create(randomUUID())).status).toBe(404);
    expect((await create()).json()).toMatchObject({ status: 400, message: expect.stringContaining("projectId") });
    const visible = await deviceIn(other);
    expect((await client.get(`/api/device/${visible.id.id}`)).status).toBe(200);
    expect((await client.delete(`/api/device/${visible.id.id}`)).status).toBe(403);
    const steal = await client.post(`/api/tenants/${home.id}/devices/move`, {
      projectId: { id: mine },
      deviceIds: [visible.id.id],
    });
    expect(steal.status).toBe(403);
    const jobs = [
      { projectId: { id: other }, deviceIds: [visible.id.id] },
      { projectId: { id: mine }, filter: { projectId: other } },
    ];
    for (const job of jobs) expect((await client.post("/api/jobs/moveDevices", job)).status).toBe(403);
  });

  test("[ROL1] moving a device is no way to be allowed more with it", async () => {
    const [weak, strong] = [await project(), await project()];
    const { client } = await holder(["OPERATOR", weak], ["TENANT_ADMIN", strong]);
    const device = await deviceIn(weak);

    const moved = await client.post("/api/device", { ...device, projectId: { id: strong } });

    expect(moved.json()).toMatchObject({ status: 403, message: expect.stringContaining("EDIT_DEVICE_CREDENTIALS") });
    expect((await home.admin.get(`/api/device/${device.id.id}`)).json<DeviceRecord>().projectId?.id).toBe(weak);
  });

  test("the XML list of files knows only tokens within reach", async () => {
    const [mine, other] = [await project(), await project()];
    const { client } = await holder(["OPERATOR", mine]);
    const listOf = async (device: DeviceRecord) => {
      const credentials = await home.admin.get(`/api/device/${device.id.id}/credentials`);
      const { credentialsId } = credentials.json<{ credentialsId: string }>();
      return (await client.get(`/API/filelist/list/deviceid/${credentialsId}/StartTime/0/10`)).status;
    };

    expect([await listOf(await deviceIn(mine)), await listOf(await deviceIn(other))]).toEqual([200, 404]);
  });

  test("[AUTH8] a device that is moved away ends its live view, its downloads and their tokens; others go on", async () => {
    const [mine, other] = [await project(), await project()];
    const { client, token } = await holder(["OPERATOR", mine]);
    const [gone, kept] = [await deviceIn(mine), await deviceIn(mine)];
    const { path, answer, request } = await bigDownload(client, gone);
    await using live = await LiveClient.open(app.node.httpPort, token);
    for (const [id, device] of [gone, kept].entries()) {
      live.send({ type: "subscribe", id, deviceId: device.id.id, activity: true });
      await live.until((frame) => frame.type === "state" && frame.id === id);
    }

    const moved = await home.admin.post("/api/device", { ...gone, projectId: { id: other } });
    expect(moved.status).toBe(200);

    expect(await live.until(({ type }) => type === "ended")).toMatchObject({ id: 0 });
    live.send({ type: "ping" });
    expect(await live.until(({ type }) => type !== "change")).toMatchObject({ type: "pong" });
    expect(await endsWhole(answer)).toBe(false);
    request.destroy();
    expect((await app.rest.get(path)).status).toBe(404);
  });

  test("[AUTH8] a grant that is taken counts at once: live view, downloads, lists", async () => {
    const mine = await project();
    const { client, token, id } = await holder(["OPERATOR", mine]);
    const device = await deviceIn(mine);
    const { answer, request } = await bigDownload(client, device);
    await using live = await LiveClient.open(app.node.httpPort, token);
    live.send({ type: "subscribe", id: 1, deviceId: device.id.id, activity: true });
    await live.until(({ type }) => type === "state");

    const grants = [{ role: "OPERATOR", projectId: { id: await project() } }];
    expectOk(await home.admin.put(`/api/tenants/${home.id}/users/${id}`, { grants }));

    expect(await live.until(({ type }) => type === "ended")).toMatchObject({ id: 1 });
    expect(await endsWhole(answer)).toBe(false);
    request.destroy();
    expect(await namesFor(client)).toEqual([]);
  });

  test("[AUTH8] moving a project takes it away from those above it, and gives it to others, at once", async () => {
    const [mine, other] = [await project(), await project()];
    const inside = await project(mine, "inside");
    const device = await deviceIn(inside);
    const [before, after] = [await holder(["VIEWER", mine]), await holder(["VIEWER", other])];
    expect([await namesFor(before.client), await namesFor(after.client)]).toEqual([[device.name], []]);

    expectOk(await save({ id: { id: inside }, name: "inside", parentId: { id: other } }));

    expect([await namesFor(before.client), await namesFor(after.client)]).toEqual([[], [device.name]]);
  });
});

describe("[ROL1] grants", () => {
  test("are shown beside the authority, whose union counts", async () => {
    const mine = await project(undefined, `named ${randomUUID()}`);
    const { id } = await holder(["OPERATOR", mine], ["VIEWER", undefined]);

    const shown = (await home.admin.get(`/api/tenants/${home.id}/users/${id}`)).json();

    expect(shown).toMatchObject({ authority: "VIEWER", roles: expect.arrayContaining(["OPERATOR", "VIEWER"]) });
    expect(shown).toMatchObject({
      grants: expect.arrayContaining([
        expect.objectContaining({ role: "OPERATOR", projectId: { entityType: "PROJECT", id: mine } }),
      ]),
    } as never);
  });

  test("that make no sense are refused with what is wrong", async () => {
    const { id } = await holder(["VIEWER", undefined]);
    const put = async (body: object) =>
      (await home.admin.put(`/api/tenants/${home.id}/users/${id}`, body)).json<{ status: number }>().status;

    expect(await put({})).toBe(400);
    expect(await put({ grants: [{}] })).toBe(400);
    expect(await put({ authority: "OPERATOR", grants: [{ role: "VIEWER", projectId: null }] })).toBe(400);
    expect(await put({ grants: [{ role: "VIEWER", projectId: { id: randomUUID() } }] })).toBe(404);
    expect(await put({ grants: [{ roleId: { id: randomUUID() }, projectId: null }] })).toBe(404);
    expect(await put({ grants: [{ role: "SYS_ADMIN", projectId: null }] })).toBe(400);
  });

  test("[AUTH6] the last administrator of the tenant cannot become one of a project only", async () => {
    const other = await app.tenant();
    const users = await other.admin.get(`/api/tenants/${other.id}/users`);
    const [me] = users.json<{ data: { id: { id: string } }[] }>().data;
    const { id } = expectOk(await other.admin.post("/api/project", { name: "p" })).json<ProjectRecord>();

    const put = await other.admin.put(`/api/tenants/${other.id}/users/${me?.id.id}`, {
      grants: [{ role: "TENANT_ADMIN", projectId: id }],
    });

    expect(put.json()).toMatchObject({ status: 409 });
  });
});

/** A download that has begun and is not read: more than sockets on both sides take. */
async function bigDownload(client: RestClient, device: DeviceRecord) {
  const content = Buffer.alloc(16 * 1024 * 1024, "x");
  expectOk(await home.admin.post(`/api/devices/${device.id.id}/data-files?name=big.bin`, content));
  const files = `/api/device/${device.id.id}/data-files/CLIENT_SCOPE`;
  const path = `${files}/token/${expectOk(await client.post(`${files}/download`, ["big.bin"])).text}`;
  const { promise, resolve, reject } = Promise.withResolvers<{ answer: IncomingMessage; request: ClientRequest }>();
  const request = httpRequest({ port: app.node.httpPort, path, agent: false }, (answer) =>
    resolve({ answer, request }),
  );
  request.on("error", reject);
  request.end();
  return { path, ...(await promise) };
}

const endsWhole = (answer: IncomingMessage): Promise<boolean> =>
  new Promise((resolve) => {
    answer.on("error", () => resolve(false));
    answer.on("close", () => resolve(answer.complete));
    answer.resume();
  });
