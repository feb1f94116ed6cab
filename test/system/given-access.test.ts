import { randomUUID } from "node:crypto";
import type {
  AuditRecord,
  NewApiKeyRecord,
  OwnRoleRecord,
  Permission,
  ProjectRecord,
  UserRecord,
} from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const usersPath = () => `/api/tenants/${home.id}/users`;
const invitationsPath = () => `/api/tenants/${home.id}/invitations`;
const userPath = ({ id }: UserRecord) => `${usersPath()}/${id.id}`;

async function project(name: string = randomUUID(), parentId: object | null = null): Promise<ProjectRecord> {
  return expectOk(await home.admin.post("/api/project", { name, parentId })).json<ProjectRecord>();
}

async function role(permissions: readonly Permission[]): Promise<OwnRoleRecord> {
  const input = { name: randomUUID(), permissions };
  return expectOk(await home.admin.post(`/api/tenants/${home.id}/roles`, input)).json<OwnRoleRecord>();
}

async function holder(...grants: object[]) {
  const username = `user-${randomUUID()}`;
  const answer = await home.admin.post(usersPath(), { username, password: testPassword, grants });
  return { user: expectOk(answer).json<UserRecord>(), client: await app.login(username) };
}

const everywhere = (name: string) => ({ role: name, projectId: null });

async function entriesOf({ id }: UserRecord): Promise<AuditRecord[]> {
  const log = await home.admin.get(`/api/audit/logs/entity/USER/${id.id}`);
  return log.json<{ data: AuditRecord[] }>().data.filter(({ actionType }) => actionType !== "LOGIN");
}

describe("[AUD1] what somebody may do is on record by the ids of projects", () => {
  test("a project whose name is a star is not the whole tenant", async () => {
    const star = await project("*");
    const { user } = await holder({ role: "VIEWER", projectId: star.id });

    expectOk(await home.admin.put(userPath(user), { grants: [everywhere("VIEWER")] }));

    const [latest] = await entriesOf(user);
    expect(latest).toMatchObject({ actionType: "UPDATED" });
    expect(JSON.stringify(latest?.actionData.before)).toContain(star.id.id);
    expect(JSON.stringify(latest?.actionData.after)).not.toContain(star.id.id);
  });

  test("a project of the same name at another place is another one", async () => {
    const name = randomUUID();
    const [one, two] = [await project(name), await project(name, (await project()).id)];
    const { user } = await holder({ role: "VIEWER", projectId: one.id });

    expectOk(await home.admin.put(userPath(user), { grants: [{ role: "VIEWER", projectId: two.id }] }));

    const [latest] = await entriesOf(user);
    expect(latest?.actionData.before).toMatchObject({ grants: [{ projectId: one.id.id, project: name }] });
    expect(latest?.actionData.after).toMatchObject({ grants: [{ projectId: two.id.id, project: name }] });
  });

  test("with what grants somebody was added, invited, joined and removed", async () => {
    const [place, made] = [await project(), await role(["VIEW_DEVICES"])];
    const wanted = [{ roleId: made.id, projectId: place.id }];
    const grants = [{ role: made.name, roleId: made.id.id, projectId: place.id.id, project: place.name }];
    const { user } = await holder(...wanted);
    const username = randomUUID();
    const invited = expectOk(await home.admin.post(invitationsPath(), { username, grants: wanted }));
    const { token, id } = invited.json<{ token: string; id: { id: string } }>();
    expectOk(await app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword }));
    const all = (await home.admin.get(`${usersPath()}?limit=-1`)).json<{ data: UserRecord[] }>().data;
    const joined = all.find((one) => one.username === username);

    expectOk(await home.admin.delete(userPath(user)));

    const facts = { role: "VIEWER", grants };
    const [removed, added] = await entriesOf(user);
    expect(added).toMatchObject({ actionType: "ADDED", actionData: { facts } });
    expect(removed).toMatchObject({ actionType: "DELETED", actionData: { before: facts } });
    const invitation = await home.admin.get(`/api/audit/logs/entity/INVITATION/${id.id}`);
    expect(invitation.json()).toMatchObject({ data: [{ actionType: "INVITED", actionData: { facts } }] });
    const entries = joined ? await entriesOf(joined) : [];
    expect(entries.find(({ actionType }) => actionType === "INVITATION_ACCEPTED")?.actionData).toMatchObject({ facts });
  });
});

describe("[ROL1] a grant says where it holds", () => {
  test.each([
    ["no place at all", () => ({})],
    ["a place under another name", (id: object) => ({ projectID: id })],
    ["a place under a name we do not know", (id: object) => ({ project: id })],
    ["a field besides that we do not know", (id: object) => ({ projectId: null, project: id })],
  ])("one with %s is refused, and gives nothing", async (_what, place) => {
    const { user } = await holder(everywhere("VIEWER"));
    const grants = [{ role: "OPERATOR", ...place((await project()).id) }];

    const answers = [
      await home.admin.put(userPath(user), { grants }),
      await home.admin.post(usersPath(), { username: randomUUID(), password: testPassword, grants }),
      await home.admin.post(invitationsPath(), { username: randomUUID(), grants }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(answers[0]?.json()).toMatchObject({ message: expect.stringContaining("grants.0") });
    expect((await home.admin.get(userPath(user))).json()).toMatchObject({ authority: "VIEWER" });
  });

  test("can be sent back as they were read; a name alone is no place", async () => {
    const { user } = await holder(everywhere("VIEWER"));
    const made = await home.admin.post(`/api/tenants/${home.id}/roles`, {
      ...{ name: `own ${randomUUID()}`, permissions: ["VIEW_DEVICES"] },
    });
    const roleId = expectOk(made).json<{ id: object }>().id;
    const projectId = (await project()).id;
    expectOk(await home.admin.put(userPath(user), { grants: [{ roleId, projectId }, everywhere("VIEWER")] }));
    const read = (await home.admin.get(userPath(user))).json<UserRecord>();

    expectOk(await home.admin.put(userPath(user), { grants: read.grants }));
    const both = await home.admin.put(userPath(user), { grants: [{ role: "OPERATOR", roleId, projectId }] });
    const unread = { role: "OPERATOR", projectId: null, projectName: "Tunnel" };
    const named = await home.admin.put(userPath(user), { grants: [unread] });

    expect([both.status, named.status]).toEqual([400, 400]);
    expect((await home.admin.get(userPath(user))).json()).toMatchObject({ grants: read.grants });
  });

  test("[AUTH7] an invitation into a project holds there, and says it in one way only", async () => {
    const place = await project();
    const username = randomUUID();
    const both = { username, authority: "OPERATOR", projectId: place.id, grants: [everywhere("OPERATOR")] };
    expect((await home.admin.post(invitationsPath(), both)).json()).toMatchObject({ status: 400 });

    const wanted = { username, authority: "OPERATOR", projectId: place.id };
    const invited = expectOk(await home.admin.post(invitationsPath(), wanted));
    expect(invited.json()).toMatchObject({ grants: [{ role: "OPERATOR", projectId: place.id }] });
    const { token } = invited.json<{ token: string }>();
    expectOk(await app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword }));
    const outside = await app.device(home);
    expect((await (await app.login(username)).get(`/api/device/${outside.id.id}`)).status).toBe(404);
  });
});

describe("[ROL1] nobody changes or removes somebody who may do more", () => {
  const managing: Permission[] = ["VIEW_USERS", "MANAGE_USERS"];

  test("who only manages users neither removes nor lowers an administrator, nor an operator of one project", async () => {
    const made = await role(managing);
    const { client } = await holder({ roleId: made.id, projectId: null });
    const strong = [
      await holder(everywhere("TENANT_ADMIN")),
      await holder({ role: "OPERATOR", projectId: (await project()).id }),
    ];

    for (const { user } of strong) {
      expect((await client.delete(userPath(user))).json()).toMatchObject({ status: 403, errorCode: 20 });
      const lowered = await client.put(userPath(user), { grants: [{ roleId: made.id, projectId: null }] });
      expect(lowered.json()).toMatchObject({ status: 403, errorCode: 20 });
      expect((await home.admin.get(userPath(user))).json()).toMatchObject({ roles: user.roles });
    }
  });

  test("but those who may do the same or less, and an administrator everybody", async () => {
    const made = await role(managing);
    const { client, user } = await holder({ roleId: made.id, projectId: null });
    const same = await holder({ roleId: made.id, projectId: null });

    expect((await client.delete(userPath(same.user))).status).toBe(200);
    expect((await home.admin.delete(userPath(user))).status).toBe(200);
  });
});

describe("[AUTH7] an invitation gives what its maker may give when it is accepted", () => {
  const accept = (token: string) => app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword });

  async function invited(by: Awaited<ReturnType<typeof holder>>["client"], wanted: object = {}) {
    const username = randomUUID();
    const answer = await by.post(invitationsPath(), { username, authority: "TENANT_ADMIN", ...wanted });
    return { username, token: expectOk(answer).json<{ token: string }>().token };
  }

  test("nothing by somebody who was lowered or removed since", async () => {
    const [lowered, removed] = [await holder(everywhere("TENANT_ADMIN")), await holder(everywhere("TENANT_ADMIN"))];
    const [one, two] = [await invited(lowered.client), await invited(removed.client)];
    expectOk(await home.admin.put(userPath(lowered.user), { authority: "VIEWER" }));
    expectOk(await home.admin.delete(userPath(removed.user)));

    for (const { token, username } of [one, two]) {
      expect((await app.rest.post("/api/noauth/invitations/view", { token })).json()).toMatchObject({ status: 404 });
      expect((await accept(token)).json()).toMatchObject({ status: 404, errorCode: 32 });
      expect((await app.rest.post("/api/auth/login", { username, password: testPassword })).status).toBe(401);
    }
  });

  test("nothing by somebody who manages users still, but has no more what it gives", async () => {
    const { client, user } = await holder(everywhere("TENANT_ADMIN"));
    const made = await role(["VIEW_USERS", "MANAGE_USERS"]);
    const [more, same] = [await invited(client), await invited(client, { authority: undefined, role: made.name })];
    expectOk(await home.admin.put(userPath(user), { grants: [{ roleId: made.id, projectId: null }] }));

    expect([(await accept(more.token)).status, (await accept(same.token)).status]).toEqual([404, 200]);
  });

  test("[AUTH10] one that was made with a key gives what the key may give, and nothing when that is gone", async () => {
    const system = await app.systemAdministrator();
    const permissions: Permission[] = ["MANAGE_USERS", "VIEW_USERS"];
    const key = expectOk(await system.post("/api/apiKeys", { name: "k", permissions })).json<NewApiKeyRecord>();
    const script = app.rest.withToken(key.key);
    const made = await role(permissions);
    const wanted = { authority: undefined, role: made.name };
    const [good, wider, orphan] = [
      await invited(script, wanted),
      await invited(script, wanted),
      await invited(script, wanted),
    ];

    expect((await accept(good.token)).status).toBe(200);
    const change = (now: object) => home.admin.post(`/api/tenants/${home.id}/roles`, { ...made, ...now });
    expectOk(await change({ permissions: [...permissions, "VIEW_DEVICES"] }));
    expect((await accept(wider.token)).status).toBe(404);
    expectOk(await change({ version: 2 }));
    expectOk(await system.delete(`/api/apiKeys/${key.id.id}`));
    expect((await accept(orphan.token)).status).toBe(404);
  });

  test("[AUTH6] that of a system administrator, who is in no tenant, counts", async () => {
    const system = await app.systemAdministrator();
    const { token } = await invited(system);

    expect((await accept(token)).status).toBe(200);
  });
});
