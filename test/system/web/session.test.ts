import { randomUUID } from "node:crypto";
import type { TokenPair, UserRecord } from "@heliograph/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk, startApp, type TestApp, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import type { Visitor } from "../../support/browser.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("logging in and staying so", (stage) => {
  test("[AUTH4] a wrong password is told, the right one leads to the devices; a reload stays logged in, in the theme and language that were chosen, also with a token that is no longer good", async () => {
    const { username } = await newcomer(stage.app);
    await using visitor = await stage.guest();
    const { page } = visitor;
    visitor.provokes(401);
    await visitor.open();

    await visitor.logIn(username, "wrong");
    await page.getByRole("alert").getByText("User name or password is wrong").waitFor();
    await visitor.logIn(username);
    await page.getByRole("heading", { name: "Connect the first device" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("heliograph.session"))).toMatch(/^\d+-\d+$/);

    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Dark" }).click();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Das erste Gerät verbinden" }).waitFor();
    await storeRunOutToken(page);
    const renewal = page.waitForResponse((response) => response.url().endsWith("/api/auth/token"));
    await page.reload();

    await page.getByRole("heading", { name: "Das erste Gerät verbinden" }).waitFor();
    expect((await renewal).status()).toBe(200); // behind the scenes
    expect(
      await page.evaluate(() => [document.documentElement.dataset["theme"], document.documentElement.lang]),
    ).toEqual(["dark", "de"]);
  });

  atLength("[AUTH3] who guesses too often is told to wait, and the right password is still let in", async () => {
    await using app = await startApp({ HELIO_LOGIN_FREE_FAILURES: "1", HELIO_LOGIN_REFUSE_FROM: "2" });
    await using visitor = await stage.guest({}, app);
    const { page } = visitor;
    visitor.provokes(401, 429);
    await visitor.open();

    await visitor.logIn("admin", "wrong");
    await page.getByRole("alert").getByText("User name or password is wrong").waitFor();
    await visitor.logIn("admin", "wrong again");
    await page.getByRole("alert").getByText("Too many attempts").waitFor();
    await visitor.logIn("admin");

    await page.getByRole("heading", { name: "Connect the first device" }).waitFor();
  });

  test("[AUTH4] a user of several tenants chooses one, and switches without a new login", async () => {
    const { app } = stage;
    const { username } = await newcomer(app);
    await secondTenant(app, username);
    await using visitor = await stage.guest();
    visitor.endsSession();
    const { page } = visitor;
    await arriveInFirst(visitor, username);
    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Second" }).click();
    await page.getByRole("link", { name: "of the second" }).waitFor();

    await refuseOnce(page, "logout"); // with a token that has run out the session ends all the same
    const ended = page.waitForResponse((response) => response.url().endsWith("/auth/logout") && response.ok());
    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("You are logged out").waitFor();
    await ended;
    await visitor.logIn(username);
    await page.getByText("Choose a tenant").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: "First" }).isChecked()).toBe(true);
  });

  atLength("[AUTH4] a switch takes all tabs along, however long its answer takes", async () => {
    const { app } = stage;
    const { username } = await newcomer(app);
    await secondTenant(app, username);
    await using visitor = await stage.visitor();
    visitor.endsSession();
    const { page } = visitor;
    await arriveInFirst(visitor, username);
    const refused: string[] = [];
    page.context().on("response", (response) => {
      if (response.url().endsWith("/api/auth/token") && !response.ok()) refused.push(response.url());
    });
    const others = await Promise.all([1, 2].map(() => page.context().newPage()));
    for (const tab of others) {
      const live = tab.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
      await tab.goto(`${visitor.base}/users`);
      await Promise.all([live, tab.getByRole("heading", { name: "Users" }).waitFor()]);
    }

    // The old session has ended, its sockets are closed, and the new one is not known yet.
    await page.route("**/api/auth/switch", async (route) => {
      const response = await route.fetch();
      await expect.poll(() => waitingToRenew(page)).toBe(others.length);
      await route.fulfill({ response });
    });
    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Second" }).click();

    await page.getByRole("link", { name: "of the second" }).waitFor();
    for (const tab of others) {
      await tab.locator("summary", { hasText: "Second" }).waitFor();
      await tab.reload();
      await tab.locator("summary", { hasText: "Second" }).waitFor();
    }
    expect(refused).toEqual([]); // nobody traded in the token of the ended session
  });

  atLength(
    "[AUTH4] who switches or logs out with a token that has run out gets there, and the old session ends",
    async () => {
      const { app } = stage;
      const { username } = await newcomer(app);
      await secondTenant(app, username);
      await using visitor = await stage.guest();
      const { page } = visitor;
      visitor.provokes(401);
      const refreshTokens: string[] = [];
      await page.route(/auth\/(login|token|switch)$/, async (route) => {
        const response = await route.fetch();
        if (response.ok()) refreshTokens.push(((await response.json()) as TokenPair).refreshToken);
        await route.fulfill({ response });
      });
      await arriveInFirst(visitor, username);

      await refuseOnce(page, "switch");
      await visitor.openUserMenu();
      await page.getByRole("button", { name: "Second" }).click();
      await page.getByRole("link", { name: "of the second" }).waitFor();
      await refuseOnce(page, "logout");
      await visitor.openUserMenu();
      const logout = page.waitForResponse((response) => response.url().endsWith("/auth/logout") && response.ok());
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByText("You are logged out").waitFor();
      await logout;

      expect(refreshTokens).toHaveLength(4);
      // The newest of either session first: the use of an older one would end it.
      for (const refreshToken of refreshTokens.reverse()) {
        expect((await app.rest.post("/api/auth/token", { refreshToken })).status).toBe(401);
      }
    },
  );

  atLength("[AUTH4] one logs out even when the server does not answer", async () => {
    const { username } = await newcomer(stage.app);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await visitor.arrive("/", username);

    await page.route("**/api/auth/**", () => undefined);
    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("You are logged out").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();

    await page.getByRole("button", { name: "Log in" }).waitFor();
  });

  atLength("a switch that fails says so and leaves one where one is", async () => {
    const { username } = await newcomer(stage.app);
    const { endAssignment } = await secondTenant(stage.app, username);
    await using visitor = await stage.guest();
    const { page } = visitor;
    visitor.provokes(401);
    await arriveInFirst(visitor, username);

    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Second" }).waitFor();
    await endAssignment();
    await page.getByRole("button", { name: "Second" }).click();
    await page.getByRole("group", { name: "Switch tenant" }).getByRole("alert").waitFor();

    await page.reload();
    await page.locator("summary", { hasText: "First" }).waitFor();
  });

  test("[AUTH4] a session that ended leads to the login and back to the same page; tabs opened at once share the next one, renew it one after the other, and log out together", async () => {
    const { app } = stage;
    const tenant = await newcomer(app);
    const device = await app.device(tenant, { name: "pump" });
    await using visitor = await stage.guest();
    const { page } = visitor;
    visitor.endsSession();
    await visitor.arrive(`/devices/${device.id.id}/credentials`, tenant.username);
    await page.getByRole("heading", { name: "Access token" }).waitFor();

    const change = { currentPassword: testPassword, newPassword: "another password, longer" };
    expectOk(await tenant.admin.post("/api/auth/changePassword", change));
    await page.getByText("Your session has ended").waitFor();
    await visitor.logIn(tenant.username, "another password, longer");
    await page.getByRole("heading", { name: "Access token" }).waitFor();

    expect(page.url()).toBe(`${visitor.base}/devices/${device.id.id}/credentials`);
    const tabs = await Promise.all(Array.from({ length: isLongRun() ? 6 : 2 }, () => page.context().newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(`${visitor.base}/users`)));
    await Promise.all(tabs.map((tab) => tab.getByRole("heading", { name: "Users" }).waitFor()));
    await page.route("**/api/auth/logout", () => undefined); // nobody waits for the server's word
    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("You are logged out").waitFor();
    await Promise.all(tabs.map((tab) => tab.getByText("You are logged out").waitFor()));
  });
});

/** The administrator of a tenant of their own, in which nothing is yet: the stories share a node. */
const newcomer = (app: TestApp) => app.tenant(`First ${randomUUID()}`);

/** A further tenant, with a device, for the administrator of the first. */
async function secondTenant(app: TestApp, username: string): Promise<{ endAssignment: () => Promise<void> }> {
  const second = await app.tenant(`Second ${randomUUID()}`);
  const system = await app.systemAdministrator();
  const users = `/api/tenants/${second.id}/users`;
  await app.join(system, second.id, username, "OPERATOR");
  const { data } = expectOk(await system.get(users)).json<{ data: UserRecord[] }>();
  const added = data.find((user) => user.username === username);
  await app.device(second, { name: "of the second" });
  return { endAssignment: async () => void expectOk(await system.delete(`${users}/${added?.id.id}`)) };
}

async function arriveInFirst(visitor: Visitor, username: string): Promise<void> {
  const { page } = visitor;
  await visitor.open();
  await visitor.logIn(username);
  await page.getByRole("radio", { name: "First" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Connect the first device" }).waitFor();
}

/** How many other tabs have noticed that their session ended, and wait for the one that is just replacing it. */
const waitingToRenew = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const replacing = new Set(held.map(({ clientId }) => clientId));
    return pending.filter(({ clientId }) => !replacing.has(clientId)).length;
  });

const storeRunOutToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const [owner] = (sessionStorage.getItem("heliograph.token") ?? "").split(" ");
    sessionStorage.setItem("heliograph.token", `${owner} run-out`);
  });

/** The next call of this name goes with a token that has run out. */
const refuseOnce = (page: Page, call: "switch" | "logout") =>
  page.route(
    `**/api/auth/${call}`,
    (route) => route.fallback({ headers: { ...route.request().headers(), "x-authorization": "Bearer run-out" } }),
    { times: 1 },
  );
