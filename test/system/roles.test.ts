import { randomUUID } from "node:crypto";
import type {
  AuditRecord,
  OwnRoleRecord,
  Permission,
  ProjectRecord,
  RolePreview,
  UserRecord,
} from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const rolesPath = () => `/api/tenants/${home.id}/roles`;
const seeing: Permission[] = ["VIEW_DEVICES", "VIEW_TELEMETRY"];

const save = (input: object, by: RestClient = home.admin) => by.post(rolesPath(), input);

async function role(permissions: readonly Permission[] = seeing, name: string = randomUUID()): Promise<OwnRoleRecord> {
  return expectOk(await save({ name, permissions })).json<OwnRoleRecord>();
}

async function holder(...held: { roleId?: object; role?: string; projectId?: object }[]) {
  const username = `user-${randomUUID()}`;
  const grants = held.map((grant) => ({ projectId: null, ...grant }));
  const body = { username, password: testPassword, grants };
  const user = expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, body)).json<UserRecord>();
  const { token } = await app.tokens(username);
  return { user, token, username, client: app.rest.withToken(token) };
}

describe("[ROL1] the tenant's own roles", () => {
  test("are created, changed, listed with their holders and deleted; every change is on record", async () => {
    const made = await role(seeing, "Night shift");
    await holder({ roleId: made.id });

    const changed = await save({ ...made, name: "Day shift", permissions: ["VIEW_DEVICES"] });
    expect(changed.json()).toMatchObject({ name: "Day shift", permissions: ["VIEW_DEVICES"], version: 2 });
    const listed = (await home.admin.get(rolesPath())).json<{ data: { name: string; holders: number }[] }>().data;
    expect(listed.find(({ name }) => name === "Day shift")).toMatchObject({ holders: 1 });
    expect((await home.admin.delete(`/api/role/${made.id.id}`)).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining("Day shift"),
    });
    const spare = await role();
    expect((await home.admin.delete(`/api/role/${spare.id.id}`)).status).toBe(200);
    expect((await home.admin.get(`/api/role/${spare.id.id}`)).json()).toMatchObject({ status: 404, errorCode: 32 });

    const log = (await home.admin.get(`/api/audit/logs/entity/ROLE/${made.id.id}`)).json<{ data: AuditRecord[] }>();
    expect(log.data.map(({ actionType, actionStatus }) => [actionType, actionStatus])).toEqual([
      ["DELETED", "FAILURE"],
      ["UPDATED", "SUCCESS"],
      ["ADDED", "SUCCESS"],
    ]);
    expect(log.data[1]?.actionData.before).toMatchObject({ name: "Night shift" });
  });

  test("of two administrators who change one role, the second is told of the first", async () => {
    const made = await role();

    expect((await save({ ...made, name: `${made.name} a` })).status).toBe(200);
    expect((await save({ ...made, name: `${made.name} b` })).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining("changed meanwhile"),
    });
    const both = await Promise.all([1, 2].map((n) => save({ ...made, version: 2, name: `${made.name} ${n}` })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await save({ id: made.id, name: "x", permissions: seeing })).json()).toMatchObject({ status: 400 });
  });

  test("lack nothing they depend on, have a name of their own, and never hold MANAGE_TENANTS", async () => {
    const incomplete = await save({ name: randomUUID(), permissions: ["EDIT_TELEMETRY"] });
    expect(incomplete.json()).toMatchObject({
      status: 400,
      message: expect.stringContaining("EDIT_TELEMETRY needs VIEW_TELEMETRY"),
    });
    const oneOf = await save({ name: randomUUID(), permissions: ["VIEW_AUDIT_LOG"] });
    expect(oneOf.json()).toMatchObject({
      status: 400,
      message: expect.stringContaining("VIEW_AUDIT_LOG needs VIEW_DEVICES or VIEW_USERS"),
    });
    expect((await save({ name: "x", permissions: ["MANAGE_TENANTS"] })).json()).toMatchObject({ status: 400 });
    expect((await save({ name: "operator", permissions: seeing })).json()).toMatchObject({ status: 409 });
    const made = await role();
    expect((await save({ name: made.name.toUpperCase(), permissions: seeing })).json()).toMatchObject({ status: 409 });
  });

  test("are not weakened by who may do less than they allow", async () => {
    const strong = await role([...seeing, "EDIT_TELEMETRY"]);
    const weak = await role();
    const { client } = await holder({ roleId: (await role(["VIEW_USERS", "MANAGE_ROLES", ...seeing])).id });

    const weakened = await save({ ...strong, permissions: seeing }, client);
    const renamed = await save({ ...strong, name: `${strong.name} b` }, client);
    const own = await save({ ...weak, permissions: ["VIEW_DEVICES"] }, client);

    expect(weakened.json()).toMatchObject({ status: 403, message: expect.stringContaining("EDIT_TELEMETRY") });
    expect([renamed.status, own.status]).toEqual([200, 200]);
  });

  test("go to another tenant as a file, all or none; those that are there stay as they are", async () => {
    const made = await role(seeing, `exported ${randomUUID()}`);
    const file = (await home.admin.get(`${rolesPath()}/export`)).json<{ roles: { name: string }[] }>();
    const other = await app.tenant();
    const importInto = (body: object) => other.admin.post(`/api/tenants/${other.id}/roles/import`, body);

    const bad = { ...file, roles: [...file.roles, { name: "bad", description: null, permissions: ["EDIT_FILES"] }] };
    expect((await importInto(bad)).json()).toMatchObject({ status: 400 });
    expect((await other.admin.get(`/api/tenants/${other.id}/roles`)).json()).toMatchObject({ totalElements: 0 });
    const first = (await importInto(file)).json<{ created: string[]; skipped: string[] }>();
    expect(first.created).toContain(made.name);
    expect((await importInto(file)).json()).toMatchObject({ created: [], skipped: first.created });
    expect((await importInto({ format: "other", roles: [] })).json()).toMatchObject({ status: 400 });
    expect((await other.admin.get(`/api/role/${made.id.id}`)).status).toBe(404);
  });

  test("too many in a file are refused before any of them is made", async () => {
    const other = await app.tenant();
    const names = Array.from({ length: 1_000 }, (_, n) => ({ name: `r${n}`, description: null, permissions: seeing }));
    const path = `/api/tenants/${other.id}/roles`;

    const answer = await other.admin.post(`${path}/import`, { format: "heliograph-roles-1", roles: names });

    expect(answer.json()).toMatchObject({ status: 409, errorCode: 35 });
    expect((await other.admin.get(path)).json()).toMatchObject({ totalElements: 0 });
    const fits = { format: "heliograph-roles-1", roles: names.slice(0, 3).concat(names.slice(0, 2)) };
    expect((await other.admin.post(`${path}/import`, fits)).json()).toEqual({
      created: ["r0", "r1", "r2"],
      skipped: ["r0", "r1"],
    });
  });

  test.for(["Оperator", "vlewer", "Tenant admin", "ＳＹＳ＿ＡＤＭＩＮ"])(
    "are not called like a built-in one, nor so that it is read as one: %s",
    async (name) => {
      expect((await save({ name, permissions: seeing })).json()).toMatchObject({ status: 409 });
    },
  );

  test("a preview tells who would gain and lose what, and changes nothing", async () => {
    const made = await role(["VIEW_DEVICES", "VIEW_FILES"]);
    const only = await holder({ roleId: made.id });
    const also = await holder({ roleId: made.id }, { role: "VIEWER" });

    const answer = await home.admin.post(`/api/role/${made.id.id}/preview`, {
      permissions: ["VIEW_DEVICES", "VIEW_USERS"],
    });

    const preview = expectOk(answer).json<RolePreview>();
    expect(preview).toMatchObject({ added: ["VIEW_USERS"], removed: ["VIEW_FILES"] });
    const of = (name: string) => preview.users.find(({ username }) => username === name);
    expect(of(only.username)).toMatchObject({ gains: ["VIEW_USERS"], loses: ["VIEW_FILES"] });
    expect(of(also.username)).toMatchObject({ gains: ["VIEW_USERS"], loses: [] });
    expect((await home.admin.get(`/api/role/${made.id.id}`)).json()).toMatchObject({ version: 1 });
  });
});

describe("[ROL1] what a role of one's own allows", () => {
  test("is what it holds, in its project; scripts see VIEWER, and the name in roles", async () => {
    const made = await role(["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"]);
    const project = expectOk(await home.admin.post("/api/project", { name: randomUUID() })).json<ProjectRecord>();
    const inside = await app.device(home, { projectId: project.id });
    const outside = await app.device(home);
    const { client, user, username } = await holder({ roleId: made.id, projectId: project.id });

    expect(user).toMatchObject({ authority: "VIEWER", roles: [made.name] });
    expect(await app.assignments(username)).toMatchObject([{ authority: "VIEWER" }]);
    expect((await client.get("/api/auth/user")).json()).toMatchObject({
      permissions: ["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"],
    });
    expect((await client.get(`/api/device/${inside.id.id}/credentials`)).status).toBe(200);
    expect((await client.get(`/api/device/${outside.id.id}/credentials`)).status).toBe(404);
    const telemetry = `/api/plugins/telemetry/DEVICE/${inside.id.id}/values/timeseries`;
    expect((await client.get(telemetry)).json()).toMatchObject({ status: 403, errorCode: 20 });
  });

  test("[AUTH8] changes at once for everybody who holds it, in open connections too", async () => {
    const made = await role(seeing);
    const { client, token } = await holder({ roleId: made.id });
    const device = await app.device(home);
    await using live = await LiveClient.open(app.node.httpPort, token);
    live.send({ type: "subscribe", id: 1, deviceId: device.id.id, telemetry: true });
    await live.until(({ type }) => type === "state");

    expectOk(await save({ ...made, permissions: ["VIEW_DEVICES"] }));

    expect(await live.until(({ type }) => type === "ended")).toMatchObject({ id: 1 });
    const keys = `/api/plugins/telemetry/DEVICE/${device.id.id}/keys/timeseries`;
    expect((await client.get(keys)).status).toBe(403);
  });
});

describe("[ROL1] nobody can give what they do not have", () => {
  const managing: Permission[] = ["VIEW_USERS", "MANAGE_USERS", "MANAGE_ROLES", "VIEW_DEVICES"];

  test("a role that manages users and roles does not let its holder raise themselves", async () => {
    const made = await role(managing);
    const { client, user } = await holder({ roleId: made.id });
    const mine = `/api/tenants/${home.id}/users/${user.id.id}`;

    expect((await client.put(mine, { authority: "TENANT_ADMIN" })).json()).toMatchObject({
      status: 403,
      errorCode: 20,
    });
    expect((await client.put(mine, { grants: [{ role: "OPERATOR", projectId: null }] })).json()).toMatchObject({
      status: 403,
    });
    expect((await save({ ...made, permissions: [...managing, "EDIT_DEVICES"] }, client)).json()).toMatchObject({
      status: 403,
      message: expect.stringContaining("EDIT_DEVICES"),
    });
    expect((await save({ name: randomUUID(), permissions: ["VIEW_DEVICES", "EDIT_DEVICES"] }, client)).status).toBe(
      403,
    );
    const stronger = await role(["VIEW_DEVICES", "EDIT_DEVICES"]);
    expect((await client.put(mine, { grants: [{ roleId: stronger.id, projectId: null }] })).json()).toMatchObject({
      status: 403,
    });
    const invited = await client.post(`/api/tenants/${home.id}/invitations`, { username: "x", authority: "OPERATOR" });
    expect(invited.json()).toMatchObject({ status: 403 });
    const added = { username: randomUUID(), password: testPassword, authority: "OPERATOR" };
    expect((await client.post(`/api/tenants/${home.id}/users`, added)).json()).toMatchObject({ status: 403 });
  });

  test("what they have they can give", async () => {
    const made = await role(managing);
    const { client } = await holder({ roleId: made.id });
    const small = await role(["VIEW_DEVICES"]);
    const viewer = await holder({ roleId: small.id });
    const path = `/api/tenants/${home.id}/users/${viewer.user.id.id}`;
    const grants = [made, small].map(({ id }) => ({ roleId: id, projectId: null }));

    expect((await client.put(path, { grants })).status).toBe(200);
    expect((await client.put(path, { grants: grants.slice(1) })).status).toBe(200);
    expect((await client.put(path, { grants: [{ role: "OPERATOR", projectId: null }] })).status).toBe(403);
    expect((await save({ ...made, permissions: ["VIEW_USERS", "MANAGE_ROLES"] }, client)).status).toBe(200);
  });
});

describe("[AUTH7] an invitation into a role and a project", () => {
  const invite = (body: object) => home.admin.post(`/api/tenants/${home.id}/invitations`, body);

  test("gives exactly that when it is accepted", async () => {
    const made = await role(["VIEW_DEVICES"]);
    const project = expectOk(await home.admin.post("/api/project", { name: randomUUID() })).json<ProjectRecord>();
    const inside = await app.device(home, { projectId: project.id });
    const username = randomUUID();

    const invited = expectOk(await invite({ username, role: made.name, projectId: project.id }));
    expect(invited.json()).toMatchObject({ authority: "VIEWER", roles: [made.name] });
    expect((await home.admin.delete(`/api/role/${made.id.id}`)).json()).toMatchObject({ status: 409 });
    expect((await home.admin.delete(`/api/project/${project.id.id}`)).json()).toMatchObject({ status: 409 });
    const { token } = invited.json<{ token: string }>();
    expectOk(await app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword }));
    const client = await app.login(username);

    const devices = (await client.get(`/api/tenants/${home.id}/devices`)).json<{ data: { name: string }[] }>().data;
    expect(devices.map(({ name }) => name)).toEqual([inside.name]);
    const users = (await home.admin.get(`/api/tenants/${home.id}/users?limit=-1`)).json<{ data: UserRecord[] }>().data;
    expect(users.find((user) => user.username === username)?.grants).toMatchObject([
      { role: made.name, projectId: project.id },
    ]);
  });

  test("with an unknown role or project is refused", async () => {
    expect((await invite({ username: "x", role: "no such role" })).json()).toMatchObject({ status: 404 });
    const unknown = { entityType: "PROJECT", id: randomUUID() };
    expect((await invite({ username: "x", authority: "VIEWER", projectId: unknown })).json()).toMatchObject({
      status: 404,
    });
    expect((await invite({ username: "x" })).json()).toMatchObject({ status: 400 });
  });
});
