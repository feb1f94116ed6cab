import { randomUUID } from "node:crypto";
import type { InvitationWithLink, TokenPair } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expectOk, type OwnTenant, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: OwnTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const newName = () => `user-${randomUUID()}`;
const pathOf = ({ id }: TestTenant) => `/api/tenants/${id}/invitations`;
type LinkToHandOver = InvitationWithLink & { token: string; link: string };
const invite = async (tenant: TestTenant, username: string, authority = "VIEWER") =>
  expectOk(await tenant.admin.post(pathOf(tenant), { username, authority })).json<LinkToHandOver>();
const accept = (token: string, more: object = {}) =>
  app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword, ...more });

describe("[AUTH7] an invitation", () => {
  test("is answered 202 with a link, alike for known and unknown names and for system administrators", async () => {
    const tenant = await app.tenant();
    const known = newName();
    await app.user(home.admin, home.id, known, "VIEWER");

    const answers = await Promise.all(
      [known, newName(), "system"].map((username) =>
        tenant.admin.post(pathOf(tenant), { username, authority: "VIEWER" }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const shapes = answers.map((answer) => Object.keys(answer.json<object>()).sort().join());
    expect(new Set(shapes).size).toBe(1);
    const first = answers[0]?.json<InvitationWithLink>();
    expect(first?.link).toBe(`/invitation#${first?.token}`);
    expect(Math.round(((first?.expiresTime ?? 0) - (first?.createdTime ?? 0)) / 86_400_000)).toBe(7);
  });

  test("changes nothing for a known user until it is accepted with the password, and then adds a tenant", async () => {
    const tenant = await app.tenant();
    const username = newName();
    await app.user(home.admin, home.id, username, "VIEWER");
    const { token } = await invite(tenant, username.toUpperCase(), "OPERATOR");
    expect((await app.rest.post("/api/auth/login", { username, password: testPassword })).status).toBe(200);

    expect((await accept(token, { password: "not the right one" })).status).toBe(401);
    expect((await accept(token, { account: "new" })).status).toBe(409);
    expect(await app.assignments(username)).toHaveLength(1);
    const pair = expectOk(await accept(token)).json<TokenPair>();

    expect(await app.assignments(username)).toHaveLength(2);
    const me = (await app.rest.withToken(pair.token).get("/api/auth/user")).json();
    expect(me).toMatchObject({ authority: "OPERATOR", tenantId: { id: tenant.id } });
  });

  test("lets an unknown user set a password and a name", async () => {
    const username = newName();
    const { token } = await invite(home, username);

    expect((await accept(token, { password: "short" })).status).toBe(400);
    expect((await accept(token, { account: "existing" })).status).toBe(401);
    expectOk(await accept(token, { account: "new", firstName: "Ada", lastName: "Lovelace" }));

    const me = (await (await app.login(username)).get("/api/auth/user")).json();
    expect(me).toMatchObject({ username, firstName: "Ada", lastName: "Lovelace", authority: "VIEWER" });
  });

  test("tells who holds the link no more about the name than logins do", async () => {
    await using fresh = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "5ms" });
    const [first, other] = [await fresh.firstTenant(), await fresh.tenant()];
    const username = newName();
    await fresh.user(first.admin, first.id, username, "VIEWER");
    const linkTo = async (name: string) => (await invite(other, name)).token;
    const [known, unknown] = [await linkTo(username), await linkTo(newName())];
    const tried = async (token: string, more: object) =>
      (await fresh.rest.post("/api/noauth/invitations/accept", { token, ...more })).status;

    const short = { account: "new", password: "short" };
    expect([await tried(known, short), await tried(unknown, short)]).toEqual([400, 400]);
    const asNew: number[] = [];
    for (let one = 0; one < 10; one++) asNew.push(await tried(known, { account: "new", password: testPassword }));
    expect(asNew).toEqual([...Array(9).fill(409), 429]);
    const unsaid = { password: "short" };
    expect([await tried(known, unsaid), await tried(unknown, unsaid)]).toEqual([429, 429]);
    expect(await tried(unknown, { password: testPassword })).toBe(200);
  });

  test("cannot be accepted twice, nor by another user, nor when it was withdrawn or replaced", async () => {
    const [username, late] = [newName(), newName()];
    await app.user(home.admin, home.id, username, "VIEWER");
    const tenant = await app.tenant();
    const [first, again] = [await invite(tenant, username), await invite(tenant, username)];
    const asUser = async (name: string, token: string) =>
      (await app.login(name)).post("/api/auth/invitations/accept", { token });

    expect((await asUser(home.username, again.token)).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining(username),
    });
    expect((await accept(first.token)).json()).toMatchObject({ status: 404 });
    expect((await asUser(username, again.token)).status).toBe(200);
    expect((await accept(again.token)).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining("accepted"),
    });

    const { id, token } = await invite(tenant, late);
    expect((await tenant.admin.get(pathOf(tenant))).json()).toMatchObject({
      totalElements: 1,
      data: [{ username: late }],
    });
    expect((await home.admin.delete(`${pathOf(home)}/${id.id}`)).status).toBe(404);
    expectOk(await tenant.admin.delete(`${pathOf(tenant)}/${id.id}`));
    expect((await accept(token)).status).toBe(404);
    expect((await tenant.admin.get(`${pathOf(tenant)}?limit=-1`)).json()).toMatchObject({ data: [] });
    expect((await app.rest.post("/api/auth/login", { username: late, password: testPassword })).status).toBe(401);
  });

  test("ends after its time, with words that say so", async () => {
    await using fresh = await startApp({ HELIO_INVITATION_LIFETIME: "1h" });
    const tenant = await fresh.firstTenant();
    const invited = await tenant.admin.post(pathOf(tenant), { username: "late", authority: "VIEWER" });
    const { token } = invited.json<InvitationWithLink>();
    const view = () => fresh.rest.post("/api/noauth/invitations/view", { token });
    expect((await view()).json()).toMatchObject({ username: "late", tenantName: "Default", authority: "VIEWER" });

    const later = Date.now() + 3_600_001;
    vi.spyOn(Date, "now").mockReturnValue(later);

    expect((await view()).json<{ message?: string }>().message).toMatch(/ended/);
    const refused = await fresh.rest.post("/api/noauth/invitations/accept", { token, password: testPassword });
    expect(refused.json()).toMatchObject({ status: 404, errorCode: 32 });
  });

  test("is of no use to a system administrator, who belongs to no tenant", async () => {
    const { token } = await invite(await app.tenant(), "system");

    expect((await accept(token)).json()).toMatchObject({ status: 409, errorCode: 35 });
    expect(await app.assignments("system")).toHaveLength(1);
  });

  test("for somebody who is in the tenant already is 409; one without a known role is 400", async () => {
    expect((await home.admin.post(pathOf(home), { username: home.username, authority: "VIEWER" })).status).toBe(409);
    expect((await home.admin.post(pathOf(home), { username: newName(), authority: "SYS_ADMIN" })).status).toBe(400);
  });

  test("accepted by two at once is accepted once", async () => {
    const { token } = await invite(home, newName());

    const statuses = await Promise.all([1, 2, 3].map(async () => (await accept(token)).status));

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});
