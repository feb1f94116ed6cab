import { randomUUID } from "node:crypto";
import type {
  AuditRecord,
  InvitationWithLink,
  LoginAnswer,
  NewSecondFactor,
  RecoveryCodes,
  SecondFactorRecord,
  SetupAnswer,
  TokenPair,
  UserRecord,
} from "@heliograph/contract";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import type { RestClient, RestResponse } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const stepMs = 30_000;
const check = "/api/auth/2fa/verification/check";
const errorOf = (response: RestResponse) => [response.status, response.json<{ errorCode?: number }>().errorCode];

/**
 * An app on a telephone: each code it shows is another one, a step further than the last. Two of them count at once, and
 * do so when the next step begins before they arrive.
 */
class Telephone {
  readonly #secret: string;
  #shown = -1;
  /** The last one it showed. */
  last = "";

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** One that was not shown before. */
  next(): string {
    this.#shown = Math.max(this.#shown + 1, Math.floor(Date.now() / stepMs));
    this.last = this.#codeAt(this.#shown);
    return this.last;
  }

  #codeAt(step: number): string {
    return TOTP.generate({ secret: new TOTP({ secret: this.#secret }).secret, timestamp: step * stepMs });
  }
}

async function newUser(tenant = home, role: "VIEWER" | "TENANT_ADMIN" = "VIEWER") {
  const username = `user-${randomUUID()}`;
  const { id } = await app.user(tenant.admin, tenant.id, username, role);
  return { username, id: id.id, login: () => login(username) };
}

const login = async (username: string, more: object = {}): Promise<LoginAnswer> =>
  expectOk(await app.rest.post("/api/auth/login", { username, password: testPassword, ...more })).json<LoginAnswer>();

async function enrol(client: RestClient): Promise<{ telephone: Telephone; recoveryCodes: string[] }> {
  const { secret } = expectOk(await client.post("/api/2fa/account/config/generate")).json<NewSecondFactor>();
  const telephone = new Telephone(secret);
  const both = { password: testPassword, verificationCode: telephone.next() };
  const answer = await client.post("/api/2fa/account/config", both);
  return { telephone, recoveryCodes: expectOk(answer).json<RecoveryCodes>().recoveryCodes };
}

async function enrolledUser(tenant = home, role: "VIEWER" | "TENANT_ADMIN" = "VIEWER") {
  const user = await newUser(tenant, role);
  const client = await app.login(user.username);
  return { ...user, client, ...(await enrol(client)) };
}

const verify = async (username: string, code: string): Promise<RestResponse> =>
  app.rest.withToken((await login(username)).token).post(check, { verificationCode: code });

const fullLogin = async (username: string, telephone: Telephone): Promise<RestClient> =>
  app.rest.withToken(expectOk(await verify(username, telephone.next())).json<TokenPair>().token);

describe("[AUTH9] a second factor", () => {
  test("is set up with a first code, which gives recovery codes, and from then on a login takes two steps", async () => {
    const { username, client, telephone, recoveryCodes } = await enrolledUser();

    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const settings = (await client.get("/api/2fa/account/settings")).json<SecondFactorRecord>();
    expect(settings).toMatchObject({
      isEnabled: true,
      recoveryCodesLeft: 10,
      isServiceAccount: false,
      isRequired: false,
    });
    const answer = await login(username);
    expect(answer).toEqual({ token: expect.any(String), refreshToken: null, scope: "PRE_VERIFICATION_TOKEN" });
    const verified = await app.rest.withToken(answer.token).post(check, { verificationCode: telephone.next() });
    expect(expectOk(verified).json()).toEqual({ token: expect.any(String), refreshToken: expect.any(String) });
    const me = await app.rest.withToken(verified.json<TokenPair>().token).get("/api/auth/user");
    expect(me.json()).toMatchObject({ username });
  });

  test("a wrong first code sets nothing up, and a second secret takes the place of the first", async () => {
    const { username } = await newUser();
    const client = await app.login(username);
    const first = (await client.post("/api/2fa/account/config/generate")).json<NewSecondFactor>();
    const second = (await client.post("/api/2fa/account/config/generate")).json<NewSecondFactor>();
    expect(second.authUrl).toContain(encodeURIComponent(username));

    const setUp = (secret: string, password: string | undefined = testPassword) =>
      client.post("/api/2fa/account/config", { password, verificationCode: new Telephone(secret).next() });
    const stale = await setUp(first.secret);

    expect(errorOf(stale)).toEqual([400, 31]);
    expect((await login(username)).refreshToken).not.toBeNull();
    expect((await setUp(second.secret)).status).toBe(200);
    expect((await setUp(second.secret)).status).toBe(409);
    expect((await client.post("/api/2fa/account/config/generate")).status).toBe(409);
  });

  test("is not set up by who has a session alone: the password is asked for", async () => {
    const { username } = await newUser();
    const client = await app.login(username);
    const { secret } = (await client.post("/api/2fa/account/config/generate")).json<NewSecondFactor>();
    const verificationCode = new Telephone(secret).next();

    expect(errorOf(await client.post("/api/2fa/account/config", { verificationCode }))).toEqual([400, 31]);
    const wrong = await client.post("/api/2fa/account/config", { verificationCode, password: "not the password" });

    expect(wrong.json()).toMatchObject({ status: 400, message: "password is wrong" });
    expect((await client.get("/api/2fa/account/settings")).json()).toMatchObject({ isEnabled: false });
  });

  test("ends the sessions that were there before, and not the one in which it is set up", async () => {
    const { username } = await newUser();
    const [other, own] = [await app.tokens(username), await app.login(username)];

    await enrol(own);

    expect((await own.get("/api/auth/user")).status).toBe(200);
    expect((await app.rest.withToken(other.token).get("/api/auth/user")).status).toBe(401);
    expect((await app.rest.post("/api/auth/token", { refreshToken: other.refreshToken })).status).toBe(401);
  });

  test("its codes may stand in the query, as scripts of this API family write them", async () => {
    const { username, telephone } = await enrolledUser();
    const { token } = await login(username);

    const answer = await app.rest
      .withToken(token)
      .send("POST", `${check}?providerType=TOTP&verificationCode=${telephone.next()}`);

    expect(answer.status).toBe(200);
    expect(errorOf(await app.rest.withToken(token).post(check, {}))).toEqual([401, 10]);
  });

  test("a code is good once, for two who show it at once as well, and that of setting up was used", async () => {
    const { username, telephone } = await enrolledUser();
    expect(errorOf(await verify(username, telephone.last))).toEqual([401, 10]);
    const code = telephone.next();

    const answers = await Promise.all([1, 2, 3].map(() => verify(username, code)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(errorOf(await verify(username, code))).toEqual([401, 10]);
  });

  test("a recovery code logs in once, whatever its case and hyphens, and new ones stop the old ones", async () => {
    const { username, telephone, recoveryCodes } = await enrolledUser();
    const [first = "", second = ""] = recoveryCodes;

    const entered = expectOk(await verify(username, first.toLowerCase().replaceAll("-", " "))).json<TokenPair>();

    const client = app.rest.withToken(entered.token);
    expect(errorOf(await verify(username, first))).toEqual([401, 10]);
    expect((await client.get("/api/2fa/account/settings")).json()).toMatchObject({ recoveryCodesLeft: 9 });
    const renew = (body: object) => client.post("/api/2fa/account/recoveryCodes", body);
    expect(errorOf(await renew({ password: "wrong", verificationCode: telephone.next() }))).toEqual([400, 31]);
    expect(errorOf(await renew({ password: testPassword, verificationCode: first }))).toEqual([400, 31]);
    const fresh = expectOk(await renew({ password: testPassword, verificationCode: second })).json<RecoveryCodes>();
    expect(fresh.recoveryCodes).toHaveLength(10);
    expect((await verify(username, recoveryCodes[2] ?? "")).status).toBe(401);
    expect((await verify(username, fresh.recoveryCodes[0] ?? "")).status).toBe(200);
  });

  test("is given up with the password and a code", async () => {
    const { username, client, telephone, recoveryCodes } = await enrolledUser();
    const giveUp = (body: object) => client.post("/api/2fa/account/disable", body);

    const refusal = await giveUp({ password: "wrong", verificationCode: telephone.next() });
    expect(errorOf(refusal)).toEqual([400, 31]);
    expect(refusal.json()).toMatchObject({ message: "password is wrong" });
    expect(errorOf(await giveUp({ password: testPassword, verificationCode: "000000" }))).toEqual([400, 31]);
    expect((await giveUp({ password: testPassword, verificationCode: recoveryCodes[0] })).status).toBe(200);

    expect((await client.get("/api/auth/user")).status).toBe(200);
    expect((await login(username)).refreshToken).not.toBeNull();
    expect((await giveUp({ password: testPassword, verificationCode: recoveryCodes[1] })).status).toBe(409);
  });

  test("is in the audit log, without its secret or its codes", async () => {
    const { username, id, telephone, recoveryCodes } = await enrolledUser();
    await verify(username, "000000");
    await verify(username, recoveryCodes[0] ?? "");
    await fullLogin(username, telephone);

    const page = await home.admin.get(`/api/audit/logs/entity/USER/${id}?limit=100&page=0`);

    const entries = page.json<{ data: AuditRecord[] }>().data;
    const told = entries.map(({ actionType, actionStatus, actionData, actionFailureDetails }) => [
      actionType,
      actionStatus,
      actionData.facts?.["secondFactor"] ?? actionFailureDetails,
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ["SECOND_FACTOR_ENABLED", "SUCCESS", null],
        ["LOGIN", "SUCCESS", "recovery code"],
        ["LOGIN", "SUCCESS", "app"],
        ["LOGIN", "FAILURE", "wrong code"],
      ]),
    );
    for (const code of recoveryCodes) expect(page.text).not.toContain(code);
  });
});

describe("[AUTH9] wrong codes", () => {
  test("count as failed logins; after ten, none is looked at for a while, but a recovery code is", async () => {
    await using fresh = await startApp({ HELIO_LOGIN_DELAY: "1ms", HELIO_LOGIN_DELAY_MAX: "2ms" });
    const admin = await fresh.login("admin");
    const { telephone, recoveryCodes } = await enrol(admin);
    const tryCode = async (verificationCode: string) => {
      const { token } = await fresh.tokens("admin"); // the right password, each time: it does not make up for it
      return fresh.rest.withToken(token).post(check, { verificationCode });
    };

    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) statuses.push((await tryCode(`00000${guess % 10}`)).status);
    const right = await tryCode(telephone.next());

    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(401));
    expect(statuses.slice(9)).toEqual([429, 429, 429]);
    expect(errorOf(right)).toEqual([429, 33]);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(60);
    expect((await tryCode(recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("[AUTH9] the token of a step", () => {
  test("opens no other door: no route, no live view, no refresh, no other step", async () => {
    const { username } = await enrolledUser();
    const { token } = await login(username);
    const step = app.rest.withToken(token);
    const guarded = app.node.routes.filter(
      ({ access }) => access.kind === "signed-in" || access.kind === "permissions",
    );

    for (const { method, url } of guarded) {
      const path = url.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000").replace("*", "x");
      const response = await step.send(method, path, ["GET", "HEAD"].includes(method) ? {} : { body: {} });
      expect([method, url, response.status]).toEqual([method, url, 401]);
    }
    const live = new LiveClient(app.node.httpPort);
    await live.connected();
    live.send({ type: "auth", token });
    expect(await live.closed).toBe(4401);
    expect((await app.rest.post("/api/auth/token", { refreshToken: token })).status).toBe(401);
    expect((await step.post("/api/auth/2fa/setup")).status).toBe(401);
    expect((await step.post("/api/auth/2fa/setup/confirm", { verificationCode: "000000" })).status).toBe(401);
    const device = await app.device(home);
    const download = `/api/device/${device.id.id}/data-files/CLIENT_SCOPE/token/${token}`;
    expect((await app.rest.get(download)).status).toBe(404);
    expect((await home.admin.post(check, { verificationCode: "000000" })).status).toBe(401);
    expect((await app.rest.post(check, { verificationCode: "000000" })).status).toBe(401);
  });

  test("is over after its time, and when the password is another one", async () => {
    await using quick = await startApp({ HELIO_LOGIN_STEP_LIFETIME: "1s" });
    const { telephone } = await enrol(await quick.login("admin"));
    const { token } = await quick.tokens("admin");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const late = await quick.rest.withToken(token).post(check, { verificationCode: telephone.next() });
    expect(errorOf(late)).toEqual([401, 11]);

    const { username, client, telephone: other } = await enrolledUser();
    const step = app.rest.withToken((await login(username)).token);
    const next = { currentPassword: testPassword, newPassword: "a password after that" };
    expect((await client.post("/api/auth/changePassword", next)).status).toBe(200);

    expect(errorOf(await step.post(check, { verificationCode: other.next() }))).toEqual([401, 10]);
  });
});

describe("[AUTH9] a tenant that asks for a second factor", () => {
  const rules = (tenant: TestTenant) => `/api/tenants/${tenant.id}/signInRules`;

  async function strictTenant() {
    const tenant = await app.tenant();
    const { telephone } = await enrol(tenant.admin);
    expectOk(await tenant.admin.put(rules(tenant), { secondFactorRequired: true }));
    return { ...tenant, telephone };
  }

  test("is made by somebody who has one, and logs out at once who has none", async () => {
    const tenant = await app.tenant();
    const viewer = await newUser(tenant);
    const session = await app.login(viewer.username);
    const live = await LiveClient.open(app.node.httpPort, (await app.tokens(viewer.username)).token);
    const first = await tenant.admin.put(rules(tenant), { secondFactorRequired: true });
    expect(errorOf(first)).toEqual([409, 35]);
    await enrol(tenant.admin);

    expect((await tenant.admin.put(rules(tenant), { secondFactorRequired: true })).status).toBe(200);

    expect((await tenant.admin.get(rules(tenant))).json()).toEqual({ secondFactorRequired: true, version: 1 });
    const stale = await tenant.admin.put(rules(tenant), { secondFactorRequired: false, version: 0 });
    expect([stale.status, stale.headers["x-refusal"]]).toEqual([409, "SIGN_IN_RULES_CHANGED"]);
    expect((await session.get("/api/auth/user")).status).toBe(401);
    await live.closed;
    expect((await tenant.admin.get("/api/auth/user")).status).toBe(200);
  });

  test("leads who has none through setting it up, with a token that is good for that only", async () => {
    const tenant = await strictTenant();
    const viewer = await newUser(tenant);

    const answer = await viewer.login();

    expect(answer).toMatchObject({ refreshToken: null, scope: "MFA_CONFIGURATION_TOKEN" });
    const step = app.rest.withToken(answer.token);
    expect((await step.get("/api/auth/user")).status).toBe(401);
    expect((await step.post(check, { verificationCode: "000000" })).status).toBe(401);
    const { secret } = expectOk(await step.post("/api/auth/2fa/setup")).json<NewSecondFactor>();
    const telephone = new Telephone(secret);
    const wrong = await step.post("/api/auth/2fa/setup/confirm", { verificationCode: "000000" });
    expect(errorOf(wrong)).toEqual([400, 31]);
    const done = await step.post("/api/auth/2fa/setup/confirm", { verificationCode: telephone.next() });
    const { token, recoveryCodes } = expectOk(done).json<SetupAnswer>();
    expect(recoveryCodes).toHaveLength(10);
    expect((await app.rest.withToken(token).get("/api/auth/user")).json()).toMatchObject({
      tenantId: { id: tenant.id },
    });
    expect((await viewer.login()).refreshToken).toBeNull();
    expect((await step.post("/api/auth/2fa/setup")).status).toBe(409);
  });

  test("a switch into it leads there, too, and the session goes on until then", async () => {
    const tenant = await strictTenant();
    const { username } = await newUser();
    await app.join(tenant.admin, tenant.id, username, "VIEWER");
    const [at, to] = await app.assignments(username);
    const client = await app.login(username, testPassword, at?.authorityId.id);

    const answer = expectOk(
      await client.post("/api/auth/switch", { authorityId: to?.authorityId.id }),
    ).json<LoginAnswer>();

    expect(answer).toMatchObject({ refreshToken: null, scope: "MFA_CONFIGURATION_TOKEN" });
    expect((await client.get("/api/auth/user")).json()).toMatchObject({ tenantId: { id: home.id } });
    const step = app.rest.withToken(answer.token);
    const { secret } = (await step.post("/api/auth/2fa/setup")).json<NewSecondFactor>();
    const code = { verificationCode: new Telephone(secret).next() };
    const stolen = await step.post("/api/auth/2fa/setup/confirm", code);
    expect(stolen.json()).toMatchObject({ status: 400, message: "password is wrong" });
    const both = { ...code, password: testPassword };
    const done = expectOk(await step.post("/api/auth/2fa/setup/confirm", both)).json<SetupAnswer>();
    const there = app.rest.withToken(done.token);
    expect((await there.get("/api/auth/user")).json()).toMatchObject({ tenantId: { id: tenant.id } });
    expect((await client.get("/api/auth/user")).status).toBe(401);
    const back = await there.post("/api/auth/switch", { authorityId: at?.authorityId.id });
    expect(expectOk(back).json<LoginAnswer>().refreshToken).not.toBeNull();
  });

  test("a switch whose session ended before its step was taken leads nowhere", async () => {
    const tenant = await strictTenant();
    const { username } = await newUser();
    await app.join(tenant.admin, tenant.id, username, "VIEWER");
    const [at, to] = await app.assignments(username);
    const client = await app.login(username, testPassword, at?.authorityId.id);
    const answer = await client.post("/api/auth/switch", { authorityId: to?.authorityId.id });
    const step = app.rest.withToken(expectOk(answer).json<LoginAnswer>().token);

    expectOk(await client.post("/api/auth/logout"));

    expect((await step.post("/api/auth/2fa/setup")).status).toBe(401);
    const confirmed = { verificationCode: "000000", password: testPassword };
    expect((await step.post("/api/auth/2fa/setup/confirm", confirmed)).status).toBe(401);
  });

  test("asks service accounts for nothing; marking one is on record, and unmarking logs it out", async () => {
    const tenant = await strictTenant();
    const robot = await newUser(tenant);
    const path = `/api/tenants/${tenant.id}/users/${robot.id}/serviceAccount`;

    const marked = expectOk(await tenant.admin.put(path, { serviceAccount: true })).json<UserRecord>();

    expect(marked).toMatchObject({ serviceAccount: true, secondFactor: false });
    const client = await app.login(robot.username);
    expect((await client.get("/api/auth/user")).status).toBe(200);
    const log = await tenant.admin.get(`/api/audit/logs/entity/USER/${robot.id}?limit=50&page=0`);
    expect(log.json<{ data: AuditRecord[] }>().data.map(({ actionData }) => actionData.after)).toContainEqual({
      serviceAccount: true,
    });
    expect((await tenant.admin.put(path, { serviceAccount: false })).status).toBe(200);
    expect((await client.get("/api/auth/user")).status).toBe(401);
  });

  test("giving it up there ends the session, and the next login leads through setting up", async () => {
    const tenant = await strictTenant();
    const giveUp = { password: testPassword, verificationCode: tenant.telephone.next() };

    expect((await tenant.admin.post("/api/2fa/account/disable", giveUp)).status).toBe(200);

    expect((await tenant.admin.get("/api/auth/user")).status).toBe(401);
    expect(await login(tenant.username)).toMatchObject({ scope: "MFA_CONFIGURATION_TOKEN" });
  });
});

describe("[AUTH9] [ROL1] an administrator", () => {
  const reset = (tenant: TestTenant, userId: string) =>
    tenant.admin.delete(`/api/tenants/${tenant.id}/users/${userId}/secondFactor`);

  test("takes away the second factor of a user who lost it, and ends the user's sessions", async () => {
    const { username, id, client } = await enrolledUser();

    expect((await reset(home, id)).status).toBe(200);

    expect((await client.get("/api/auth/user")).status).toBe(401);
    expect((await login(username)).refreshToken).not.toBeNull();
    expect((await reset(home, id)).status).toBe(409);
  });

  test("does so to nobody who is a user where they are no administrator, to nobody who may do more, and not to themselves", async () => {
    const other = await app.tenant();
    const both = await enrolledUser();
    const { token } = (
      await other.admin.post(`/api/tenants/${other.id}/invitations`, { username: both.username, authority: "VIEWER" })
    ).json<InvitationWithLink>();
    const code = both.telephone.next();
    const accepted = await app.rest.post("/api/noauth/invitations/accept", {
      ...{ token, password: testPassword, verificationCode: code },
    });
    expectOk(accepted);

    expect(errorOf(await reset(home, both.id))).toEqual([403, 20]);
    const mark = await home.admin.put(`/api/tenants/${home.id}/users/${both.id}/serviceAccount`, {
      serviceAccount: true,
    });
    expect(errorOf(mark)).toEqual([403, 20]);
    const me = (await home.admin.get("/api/auth/user")).json<{ id: { id: string } }>().id.id;
    expect(errorOf(await reset(home, me))).toEqual([409, 35]);
    const system = await app.systemAdministrator();
    expect((await system.delete(`/api/tenants/${home.id}/users/${both.id}/secondFactor`)).status).toBe(200);
  });
});

describe("[AUTH7] [AUTH9] an invitation to an account with a second factor", () => {
  test("is accepted with the password and a code, and with the password alone by nobody", async () => {
    const other = await app.tenant();
    const { username, telephone } = await enrolledUser();
    const invited = await other.admin.post(`/api/tenants/${other.id}/invitations`, { username, authority: "VIEWER" });
    const { token } = invited.json<InvitationWithLink>();
    const accept = (more: object) =>
      app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword, account: "existing", ...more });

    expect(errorOf(await accept({}))).toEqual([401, 10]);
    expect(errorOf(await accept({ verificationCode: "000000" }))).toEqual([401, 10]);
    expect(await app.assignments(username)).toHaveLength(1);
    const joined = expectOk(await accept({ verificationCode: telephone.next() })).json<TokenPair>();

    expect(await app.assignments(username)).toHaveLength(2);
    const me = await app.rest.withToken(joined.token).get("/api/auth/user");
    expect(me.json()).toMatchObject({ tenantId: { id: other.id } });
  });
});
