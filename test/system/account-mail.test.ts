import { randomUUID } from "node:crypto";
import { defaultPreferences } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { smtpError, startMailServer, type TestMailServer } from "../support/mail-server.ts";

let server: TestMailServer;
let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({
    HELIO_SMTP_URL: `smtp://127.0.0.1:${server.port}?security=none`,
    HELIO_MAIL_FROM: "Heliograph <noreply@example.org>",
    HELIO_PUBLIC_URL: "https://helio.example.org/",
    HELIO_OUTBOX_DELAY: "50ms",
    HELIO_LOGIN_REFUSE_FROM: "20",
  });
  home = await app.firstTenant();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** As a mail program shows it: soft line ends and signs of quoted-printable undone. */
const shown = (source = "") =>
  source
    .replaceAll("=\r\n", "")
    .replace(/((?:=[0-9A-F]{2})+)/g, (codes) => Buffer.from(codes.replaceAll("=", ""), "hex").toString());
const mailsTo = (address: string) =>
  server.received.filter(({ to }) => to.includes(address)).map((one) => shown(one.source));
const mailsOnceThere = async (address: string, count: number) => {
  await expect.poll(() => mailsTo(address).length).toBe(count);
  return mailsTo(address);
};
const linkIn = (mail = "") => /https:\/\/helio\.example\.org\/password#([\w-]{32})/.exec(mail)?.[1] ?? "";
const ask = (email: string) => app.rest.post("/api/noauth/resetPasswordByEmail", { email });

async function newUser() {
  const username = `user-${randomUUID()}@example.org`;
  const { id } = await app.user(home.admin, home.id, username, "VIEWER");
  return { username, id: id.id };
}

describe("[AUTH9] where mail is set up", () => {
  test("a link to a new password goes to the user alone, once for one, and nothing to a name that has no account", async () => {
    const { username } = await newUser();
    const nobody = `nobody-${randomUUID()}@example.org`;
    expect((await app.rest.get("/api/noauth/resetPassword")).json()).toEqual({ byMail: true });

    const answers = [await ask(username.toUpperCase()), await ask(nobody), await ask("admin")];

    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, "{}"]));
    const [mail] = await mailsOnceThere(username, 1);
    expect(mail).toContain("A new password for Heliograph");
    const set = { resetToken: linkIn(mail), password: "a password after that" };
    expect((await app.rest.post("/api/noauth/resetPassword", set)).status).toBe(200);
    expect((await app.rest.post("/api/noauth/resetPassword", set)).status).toBe(404);
    expect((await app.rest.post("/api/auth/login", { username, password: set.password })).status).toBe(200);
    const [, news] = await mailsOnceThere(username, 2);
    expect(news).toContain("Your password was changed");
    expect(mailsTo(nobody)).toEqual([]);
  });

  test("a mail that waits is not sent any more once another link was used", async () => {
    const { username } = await newUser();
    await ask(username);
    const [first] = await mailsOnceThere(username, 1);
    // Mails with a link stay refused to the end: one that was under way when the link was used would
    // arrive otherwise, which no outbox can take back.
    let refusals = 0;
    let areNewsTaken = false;
    server.answer = ({ to, source }) => {
      if (!to.includes(username) || (areNewsTaken && linkIn(shown(source)) === "")) return undefined;
      refusals++;
      return smtpError(451, "4.7.1 greylisted");
    };
    await ask(username);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    const system = await app.systemAdministrator();
    const waiting = async () =>
      (await system.get("/api/deliveries?limit=-1"))
        .json<{ data: { summary: string }[] }>()
        .data.map(({ summary }) => summary)
        .filter((summary) => summary.includes(username));

    const set = { resetToken: linkIn(first), password: "a password after that" };
    expectOk(await app.rest.post("/api/noauth/resetPassword", set));

    expect(await waiting()).toEqual([`News of the account ${username}`]);
    areNewsTaken = true;
    await expect.poll(waiting).toEqual([]);
    expect((await mailsOnceThere(username, 2)).filter((mail) => linkIn(mail) !== "")).toEqual([first]);
    server.answer = undefined;
  });

  test("who asks again and again gets three mails at most, all of which work, and is then told to wait", async () => {
    const { username, id } = await newUser();

    const statuses: number[] = [];
    for (let request = 0; request < 22; request++) statuses.push((await ask(username)).status);

    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.at(-1)).toBe(429);
    const mails = await mailsOnceThere(username, 3);
    for (const mail of mails) {
      const viewed = await app.rest.post("/api/noauth/resetPassword/view", { resetToken: linkIn(mail) });
      expect(viewed.json()).toMatchObject({ username });
    }
    // [AUD1] What was not made is not on record; what was, is in the tenant's, too.
    const offered = `/api/audit/logs/entity/USER/${id}?actionTypes=PASSWORD_RESET_OFFERED&page=0&pageSize=50`;
    expect((await home.admin.get(offered)).json()).toMatchObject({ totalElements: mails.length });
  });

  test("news of an account come in the user's language, and not to who does not want them", async () => {
    const [wants, silent] = [await newUser(), await newUser()];
    const path = "/api/auth/user/preferences";
    const change = { currentPassword: testPassword, newPassword: "a password after that" };
    const [german, quiet] = [await app.login(wants.username), await app.login(silent.username)];
    expectOk(await german.put(path, { ...defaultPreferences, language: "de" }));
    const off = { ...defaultPreferences.notifications, security: false };
    expectOk(await quiet.put(path, { ...defaultPreferences, notifications: off }));

    for (const client of [quiet, german]) expectOk(await client.post("/api/auth/changePassword", change));

    const [mail] = await mailsOnceThere(wants.username, 1);
    expect(mail).toContain("das Passwort Ihres Kontos");
    expect(mail).not.toContain(change.newPassword);
    expect(mailsTo(silent.username)).toEqual([]);
  });

  test("[AUTH7] who invited is told that it was accepted", async () => {
    const inviter = `inviter-${randomUUID()}@example.org`;
    await app.user(home.admin, home.id, inviter, "TENANT_ADMIN");
    const guest = `guest-${randomUUID()}@example.org`;
    const client = await app.login(inviter);
    expectOk(await client.post(`/api/tenants/${home.id}/invitations`, { username: guest, authority: "VIEWER" }));
    const [invitation] = await mailsOnceThere(guest, 1);
    const token = /\/invitation#([\w-]{32})/.exec(invitation ?? "")?.[1];

    expectOk(await app.rest.post("/api/noauth/invitations/accept", { token, password: testPassword, account: "new" }));

    const [told] = await mailsOnceThere(inviter, 1);
    expect(told).toContain(`${guest} has accepted your invitation`);
  });
});
