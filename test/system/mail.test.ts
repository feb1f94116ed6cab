import { randomUUID } from "node:crypto";
import type { InvitationWithLink, MailTestAnswer, TenantMailRecord } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { smtpError, startMailServer, type TestMailServer } from "../support/mail-server.ts";

let server: TestMailServer;
let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({
    HELIO_SMTP_URL: `smtp://127.0.0.1:${server.port}?security=none`,
    HELIO_MAIL_FROM: "Heliograph <noreply@example.org>",
    HELIO_PUBLIC_URL: "https://helio.example.org/",
    HELIO_OUTBOX_DELAY: "50ms",
    HELIO_OUTBOX_ATTEMPTS: "3",
    HELIO_MAIL_INSIDE: "127.0.0.0/8",
    HELIO_MAIL_TESTS_PER_HOUR: "10",
  });
  tenant = await app.tenant();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const newAddress = () => `user-${randomUUID()}@example.org`;
const invite = async (username: string, more: object = {}, by = tenant) =>
  expectOk(
    await by.admin.post(`/api/tenants/${by.id}/invitations`, { username, authority: "VIEWER", ...more }),
  ).json<InvitationWithLink>();
const mailTo = async (address: string) => {
  await expect.poll(() => server.received.filter(({ to }) => to.includes(address)).length).toBeGreaterThan(0);
  return server.received.findLast(({ to }) => to.includes(address));
};
/** As a mail program shows it: soft line ends and signs of quoted-printable undone. */
const shown = (source = "") =>
  source
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
const settingsOf = ({ id }: TestTenant) => `/api/tenants/${id}/mail`;
const deliveriesOf = async ({ id, admin }: TestTenant) => (await admin.calls.tenants.deliveries({ tenantId: id })).data;

describe("[AUTH7] where mail is set up, the link of an invitation", () => {
  test("goes by mail alone, alike for known and unknown names, and lets in whom it is for", async () => {
    const [known, unknown] = [newAddress(), newAddress()];
    const home = await app.firstTenant();
    await app.user(home.admin, home.id, known, "VIEWER");

    const answers = [await invite(known), await invite(unknown)];

    for (const answer of answers) {
      expect(answer.delivery).toBe("MAIL");
      expect(Object.keys(answer)).toEqual(Object.keys(answers[0] ?? {}));
      expect(JSON.stringify(answer)).not.toMatch(/token|"link"/);
    }
    const mail = await mailTo(unknown);
    expect(mail?.source).toMatch(/^From: Heliograph <noreply@example.org>/m);
    const token = /https:\/\/helio\.example\.org\/invitation#([\w-]{32})/.exec(shown(mail?.source))?.[1];
    expectOk(await app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword, account: "new" }));
    expect(await app.assignments(unknown)).toHaveLength(1);
  });

  test("is written in the language that is asked for, with everything escaped", async () => {
    const system = await app.systemAdministrator();
    const { id } = (await system.calls.tenants.create({ body: { name: `<b>Lab</b> & "Co" ${randomUUID()}` } })).id;
    const address = newAddress();

    await invite(address, { language: "de" }, { id, admin: system });

    const mail = shown((await mailTo(address))?.source);
    expect(mail).toContain("&lt;b&gt;Lab&lt;/b&gt; &amp; &quot;Co&quot;");
    expect(mail).toContain("Einladung annehmen");
    expect(mail.slice(mail.indexOf("text/html"))).not.toContain("<b>");
  });

  test("is handed over where the name is no address", async () => {
    const answer = await invite(`user-${randomUUID()}`);

    expect(answer).toMatchObject({ delivery: "LINK", link: `/invitation#${answer.token}` });
  });

  test("sent again ends the earlier one, and one that is withdrawn is not sent any more", async () => {
    const [again, withdrawn] = [newAddress(), newAddress()];
    server.answer = () => smtpError(451, "4.7.1 greylisted");
    await invite(again);
    await invite(again);
    const gone = await invite(withdrawn);
    expectOk(await tenant.admin.delete(`/api/tenants/${tenant.id}/invitations/${gone.id.id}`));

    const waiting = await deliveriesOf(tenant);
    expect(waiting).toMatchObject([{ summary: `Invitation of ${again}` }]);
    server.answer = undefined;
    // On a busy machine its few attempts may be over by now: then it is sent because somebody says so.
    await tenant.admin.post(`/api/tenants/${tenant.id}/deliveries/${waiting[0]?.id.id}/retry`);
    await mailTo(again);
    await expect.poll(() => deliveriesOf(tenant)).toEqual([]);
  });

  test("that was used, though its server said it did not arrive, is not sent again", async () => {
    const address = newAddress();
    let token: string | undefined;
    server.answer = ({ to, source }) => {
      if (!to.includes(address)) return undefined;
      token ??= /\/invitation#([\w-]{32})/.exec(shown(source))?.[1];
      return smtpError(451, "4.3.0 taken, or not");
    };
    await invite(address);
    await expect.poll(() => token).toBeDefined();
    expect(await deliveriesOf(tenant)).toMatchObject([{ summary: `Invitation of ${address}` }]);

    expectOk(await app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword, account: "new" }));

    expect(await deliveriesOf(tenant)).toEqual([]);
    server.answer = undefined;
  });

  test("that cannot be delivered is given up after a while, shown, and tried again when somebody says so", async () => {
    const address = newAddress();
    server.answer = ({ to }) => (to.includes(address) ? smtpError(451, "4.3.2 not now") : undefined);
    await invite(address);
    await expect.poll(() => deliveriesOf(tenant)).toMatchObject([{ state: "GIVEN_UP", attempts: 3 }]);
    const [delivery] = await deliveriesOf(tenant);
    expect(delivery).toMatchObject({ topic: "mail", summary: `Invitation of ${address}` });
    expect(delivery?.failure).toContain("4.3.2 not now");
    expect(JSON.stringify(delivery)).not.toContain("invitation#");
    const stranger = await app.tenant();
    const path = `/deliveries/${delivery?.id.id}/retry`;
    expect((await stranger.admin.post(`/api/tenants/${stranger.id}${path}`)).status).toBe(404);
    const system = await app.systemAdministrator();
    const everything = await system.calls.tenants.allDeliveries({});
    expect(everything.data.map(({ id }) => id.id)).toContain(delivery?.id.id);

    server.answer = undefined;
    expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}${path}`));

    await mailTo(address);
    await expect.poll(() => deliveriesOf(tenant)).toEqual([]);
  });
});

describe("[NTF1] the mail settings of a tenant", () => {
  const own = (fields: object = {}) => ({
    ...{ host: "127.0.0.1", port: server.port, security: "NONE", from: "Lab <lab@example.org>" },
    ...fields,
  });

  test("fall back to the node's, and never show a password", async () => {
    const lab = await app.tenant();
    const read = async () => expectOk(await lab.admin.get(settingsOf(lab))).json<TenantMailRecord>();
    expect(await read()).toEqual({
      ...{ own: null, source: "NODE", from: "Heliograph <noreply@example.org>", isInside: false, canMakeLinks: true },
    });

    const saved = await lab.admin.put(settingsOf(lab), own({ username: "ada", password: "s3cret" }));

    expect(expectOk(saved).json()).toMatchObject({ source: "TENANT", own: { username: "ada", hasPassword: true } });
    expect(saved.text).not.toContain("s3cret");
    expect(JSON.stringify(await read())).not.toContain("s3cret");
    const row = await app.platform.database.read.selectFrom("tenant_mail").selectAll().execute();
    expect(JSON.stringify(row)).not.toContain("s3cret");
    const audit = await lab.admin.calls.audit.list({});
    expect(JSON.stringify(audit)).toContain("mailHost");
    expect(JSON.stringify(audit)).not.toContain("s3cret");
    expectOk(await lab.admin.delete(settingsOf(lab)));
    expect(await read()).toMatchObject({ own: null, source: "NODE" });
  });

  test("keep a password only for the server it is for", async () => {
    const lab = await app.tenant();
    expectOk(await lab.admin.put(settingsOf(lab), own({ username: "ada", password: "s3cret" })));

    expectOk(await lab.admin.put(settingsOf(lab), own({ username: "ada", from: "other@example.org" })));
    const elsewhere = await lab.admin.put(settingsOf(lab), own({ username: "ada", host: "evil.example.org" }));
    expect(elsewhere.status).toBe(400);
    for (const fields of [{ username: "ada" }, { password: "s3cret" }])
      expect((await lab.admin.put(settingsOf(lab), own({ ...fields, port: 25 }))).status).toBe(400);
    const answer = await lab.admin.post(`${settingsOf(lab)}/test`, { to: newAddress() });

    expect(expectOk(answer).json()).toMatchObject({ accepted: true });
    expect(server.received.at(-1)).toMatchObject({ user: "ada", from: "other@example.org" });
  });

  test("refuse what is no sender, host, port or security", async () => {
    const wrong = [
      { from: "nobody" },
      { from: "Eve <eve@example.org>\r\nBcc: x@example.org" },
      { host: "" },
      { host: "a b" },
      { port: 0 },
      { port: 70_000 },
      { security: "SSL" },
    ];

    const answers = await Promise.all(wrong.map((fields) => tenant.admin.put(settingsOf(tenant), own(fields))));

    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400));
  });

  test("are tried with a test mail, and the answer says what the server said", async () => {
    const lab = await app.tenant();
    const attempt = async (to = newAddress()) => lab.admin.post(`${settingsOf(lab)}/test`, { to, language: "de" });
    const address = newAddress();

    expect(expectOk(await attempt(address)).json<MailTestAnswer>()).toMatchObject({ accepted: true });
    expect(server.received.at(-1)?.to).toEqual([address]);
    server.answer = () => smtpError(554, "5.7.1 looks like spam");
    const refused = expectOk(await attempt()).json<MailTestAnswer>();
    server.answer = undefined;
    expectOk(await lab.admin.put(settingsOf(lab), own({ port: 1 })));
    const unreachable = expectOk(await attempt()).json<MailTestAnswer>();

    expect(refused).toMatchObject({ accepted: false, response: expect.stringContaining("looks like spam") });
    expect(unreachable).toMatchObject({ accepted: false, response: expect.stringContaining("ECONNREFUSED") });
    expect((await attempt("nobody")).status).toBe(400);
    await Promise.all(Array.from({ length: 10 }, () => attempt()));
    expect((await attempt()).status).toBe(429);
  });

  test("are a matter of those who manage settings", async () => {
    const username = newAddress();
    await app.user(tenant.admin, tenant.id, username, "OPERATOR");
    const operator = await app.login(username);

    expect((await operator.get(settingsOf(tenant))).status).toBe(403);
    expect((await operator.post(`${settingsOf(tenant)}/test`, { to: newAddress() })).status).toBe(403);
    expect((await (await app.tenant()).admin.get(settingsOf(tenant))).status).toBe(404);
  });
});

test("[NTF1] a tenant whose mail server hangs holds up nobody else's mails", async () => {
  const [broken, address] = [await app.tenant(), newAddress()];
  await using hanging = await startMailServer({ onConnect: () => undefined });
  const settings = { host: "127.0.0.1", port: hanging.port, security: "NONE", from: "lab@example.org" };
  expectOk(await broken.admin.put(settingsOf(broken), settings));
  for (let count = 0; count < 20; count++) await invite(newAddress(), {}, broken);

  await invite(address);

  await mailTo(address);
  expect(await deliveriesOf(broken)).toHaveLength(20);
});
