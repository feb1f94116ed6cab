import { randomUUID } from "node:crypto";
import type { InvitationWithLink, SessionRecord, TokenPair } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, type OwnTenant, type TestTenant, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import type { Visitor } from "../../support/browser.ts";
import { RestClient } from "../../support/rest-client.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("invitations, one's own sessions, limits", (stage) => {
  test("[AUTH7] who is invited takes the link, sets a password and sees the tenant", async () => {
    const home = stage.tenant;
    await stage.app.device(home, { name: "of the rail lab" });
    await using host = await stage.insiderAt("/users");
    await host.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const ada = `ada-${randomUUID()}@example.org`;
    const link = await inviteAndCopy(host, ada);
    await using guest = await stage.guest();
    guest.provokes(400);
    const { page } = guest;

    await page.goto(link);
    await page.getByRole("heading", { name: `Join ${home.name}` }).waitFor();
    expect(await page.getByLabel("User name").inputValue()).toBe(ada);
    await setPassword(guest, "short");
    await page.getByRole("alert").getByText("8 characters").waitFor();
    await setPassword(guest, "a long way to the rail lab");
    await page.getByRole("link", { name: "of the rail lab" }).waitFor();

    if (isLongRun()) {
      guest.provokes(409);
      await page.goto(link);
      await page.getByRole("heading", { name: "This invitation was accepted already" }).waitFor();
      expect(await page.getByRole("button").count()).toBe(0); // nothing to try again
      await host.page.reload();
      await host.page.getByLabel(`Role: ${ada}`).waitFor();
      expect(await host.page.getByRole("heading", { name: "Open invitations" }).count()).toBe(0);
    }
  });

  atLength(
    "[AUTH7] who has an account says so and joins with its password, and whoever was logged in there is not any more",
    async () => {
      const second = fresh("Second Lab");
      const [home, other] = [await stage.app.tenant(), await stage.app.tenant(second)];
      const { link } = await invited(other, home.username);
      const stranger = await stage.app.tenant();
      await using visitor = await stage.visitorAt("/", stranger.username);
      visitor.provokes(401, 409);
      const { page } = visitor;

      await visitor.open(link);
      await page.getByText(`You are logged in here as “${stranger.username}”`).waitFor();
      await setPassword(visitor, "a password of their own");
      await page.getByRole("alert").getByText("There is an account with this user name already").waitFor();
      await page.getByRole("button", { name: "I have an account" }).click();
      await page.getByLabel("Password").fill("wrong");
      await page.getByRole("button", { name: "Accept" }).click();
      await page.getByRole("alert").getByText("The password is wrong").waitFor();
      await page.getByLabel("Password").fill(testPassword);
      await page.getByRole("button", { name: "Accept" }).click();

      await page.locator("summary", { hasText: home.username }).getByText(second).waitFor();
      expect(await agentsOf(stranger)).toEqual([null]); // only that of this test is left
    },
  );

  atLength(
    "[AUTH7] who is logged in joins with the keyboard alone, without a password, and can switch back",
    async () => {
      const [first, third] = [fresh("First Lab"), fresh("Third Lab")];
      const [home, other] = [await stage.app.tenant(first), await stage.app.tenant(third)];
      const { link } = await invited(other, home.username);
      await using visitor = await stage.visitorAt("/", home.username);
      visitor.endsSession();
      const { page } = visitor;

      await visitor.open(link);
      await page.getByText("You can switch back any time").waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.locator("summary", { hasText: third }).waitFor();
      await visitor.openUserMenu();
      await page.getByRole("button", { name: first }).click();

      await page.locator("summary", { hasText: first }).waitFor();
    },
  );

  atLength("[AUTH7] a withdrawn link leads nowhere, and another one put into the same tab is looked at", async () => {
    const lab = fresh("Fourth Lab");
    const home = await stage.app.tenant(lab);
    const [first, second] = [await invited(home, "grace"), await invited(home, "alan")];
    await using host = await stage.visitorAt("/users", home.username);
    await host.page.getByRole("button", { name: "Withdraw: grace" }).click();
    await host.page.getByText("The invitation was withdrawn").waitFor();
    await using guest = await stage.visitor({ locale: "de-DE" });
    guest.provokes(404);

    await guest.open(first.link);
    await guest.page.getByRole("heading", { name: "Dieser Link führt nirgendwohin" }).waitFor();
    await guest.open(second.link);

    await guest.page.getByRole("heading", { name: `${lab} beitreten` }).waitFor();
    expect(await guest.page.getByLabel("Benutzername").inputValue()).toBe("alan");
  });

  test("[AUTH8] sessions are listed, this one first, and ended one by one or all others at once", async () => {
    const home = stage.tenant;
    const elsewhere = await loggedInElsewhere(home);
    await using visitor = await stage.insiderAt("/profile");
    const { page } = visitor;
    const rows = page
      .locator("section", { has: page.getByRole("heading", { name: "Sessions" }) })
      .getByRole("listitem");
    const ends = (name: RegExp) => page.getByRole("button", { name });

    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().innerText()).toMatch(/^Chrome \d+ · \w+\s+this one/);
    expect(await rows.first().innerText()).not.toContain("last used");
    expect(await rows.nth(1).innerText()).toMatch(/^Chrome \d+ · \w+\s[^\n]* · last used (now|\d+ .*ago)\s/);
    await ends(/^End: Chrome/).click();
    await expect.poll(() => rows.count()).toBe(2);
    expect((await elsewhere.get("/api/auth/user")).status).toBe(401);
    await ends(/^End all others/).click();

    await page.getByText("The other sessions were ended").waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    expect((await home.admin.get("/api/auth/user")).status).toBe(401);
  });

  /** With another browser; that its page says when the session has ended is told in the story of sessions. */
  async function loggedInElsewhere({ username }: OwnTenant): Promise<RestClient> {
    const agent =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    const browser = new RestClient(stage.app.node.httpPort, { "user-agent": agent });
    const answer = await browser.post("/api/auth/login", { username, password: testPassword });
    return browser.withToken(expectOk(answer).json<TokenPair>().token);
  }

  atLength("[QTA1] an administrator of a tenant reads its limits and cannot change them", async () => {
    const home = await stage.app.tenant();
    const system = await stage.app.systemAdministrator();
    expectOk(await system.put(`/api/tenants/${home.id}/limits`, { devicePoints: 12_500, fileQuota: 2.5 * 1024 ** 3 }));
    await using visitor = await stage.visitorAt("/settings", home.username);
    const { page } = visitor;
    const limits = page.locator("#limits");

    await limits.getByText("Set by the system administrator").waitFor();
    await limits.getByRole("row", { name: /Points per second of one device – 12,500/ }).waitFor();
    await limits.getByRole("row", { name: /Files 0 B 2.5 GiB/ }).waitFor();

    expect(await limits.locator("input, button").count()).toBe(0);
  });
});

/** Through the dialog, as an administrator does it; the link as it is handed over. */
async function inviteAndCopy({ page }: Visitor, username: string): Promise<string> {
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("User name").fill(username);
  await page.keyboard.press("Enter");
  const link = await page.getByLabel("Link").inputValue();
  await expect.poll(() => page.getByLabel("Link").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: username }).waitFor();
  return link;
}

async function setPassword({ page }: Visitor, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the new password").fill(password);
  await page.getByRole("button", { name: "Accept" }).click();
}

async function invited({ id, admin }: TestTenant, username: string): Promise<InvitationWithLink> {
  const body = { username, authority: "OPERATOR" };
  return expectOk(await admin.post(`/api/tenants/${id}/invitations`, body)).json<InvitationWithLink>();
}

/** What holds a session of the tenant's administrator. */
const agentsOf = async ({ admin }: TestTenant) =>
  expectOk(await admin.get("/api/auth/sessions"))
    .json<SessionRecord[]>()
    .map(({ userAgent }) => userAgent);
