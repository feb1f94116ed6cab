import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, testPassword } from "../../support/app.ts";
import { hasChromium, openBrowser, Visitor } from "../../support/browser.ts";

describe.skipIf(!hasChromium())("the web interface: logging in and staying so", { timeout: 180_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("a wrong password is told, the right one leads to the devices, and a reload stays logged in", async () => {
    await using app = await startApp();
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.open();

    await visitor.logIn("admin", "wrong");
    await page.getByRole("alert").getByText("User name or password is wrong").waitFor();
    await visitor.logIn("admin");
    await page.getByRole("heading", { name: "No devices yet" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "No devices yet" }).waitFor();

    expect(visitor.complaints.filter((text) => !text.includes("401"))).toEqual([]);
    const stored = await page.evaluate(() => localStorage.getItem("heliograph.session") ?? "{}");
    expect(Object.keys(JSON.parse(stored))).toEqual(["refreshToken", "sessionKey"]);
  });

  test("[AUTH3] who guesses too often is told to wait, and the right password is still let in", async () => {
    await using app = await startApp({ HELIO_LOGIN_FREE_FAILURES: "1", HELIO_LOGIN_REFUSE_FROM: "2" });
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.open();

    await visitor.logIn("admin", "wrong");
    await page.getByRole("alert").getByText("User name or password is wrong").waitFor();
    await visitor.logIn("admin", "wrong again");
    await page.getByRole("alert").getByText("Too many attempts").waitFor();
    await visitor.logIn("admin");

    await page.getByRole("heading", { name: "No devices yet" }).waitFor();
  });

  test("[AUTH4] a user of several tenants chooses one, and switches without a new login", async () => {
    await using app = await startApp({ HELIO_TENANT: "First" });
    const second = await app.tenant("Second");
    const system = await app.systemAdministrator();
    expectOk(await system.post(`/api/tenants/${second.id}/users`, { username: "admin", authority: "OPERATOR" }));
    await app.device(second, { name: "of the second" });
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.open();

    await visitor.logIn("admin");
    await page.getByRole("radio", { name: "First" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "No devices yet" }).waitFor();
    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Second" }).click();
    await page.getByRole("link", { name: "of the second" }).waitFor();

    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("You are logged out").waitFor();
    await visitor.logIn("admin");
    await page.getByText("Choose a tenant").waitFor();
    expect(await page.getByRole("radio", { name: "First" }).isChecked()).toBe(true);
  });

  test("[AUTH4] a session that ended leads to the login and back to the same page", async () => {
    await using app = await startApp();
    const tenant = await app.firstTenant();
    const device = await app.device(tenant, { name: "pump" });
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.arrive(`/devices/${device.id.id}/credentials`);
    await page.getByRole("heading", { name: "Access token" }).waitFor();

    const change = { currentPassword: testPassword, newPassword: "another password, longer" };
    expectOk(await tenant.admin.post("/api/auth/changePassword", change));
    await page.getByText("Your session has ended").waitFor();
    await visitor.logIn("admin", "another password, longer");
    await page.getByRole("heading", { name: "Access token" }).waitFor();

    expect(page.url()).toBe(`${visitor.base}/devices/${device.id.id}/credentials`);
  });

  test("[AUTH4] tabs opened at once share a session, renew it one after the other, and log out together", async () => {
    await using app = await startApp();
    await using visitor = await Visitor.come(browser, app);
    await visitor.arrive();

    const tabs = await Promise.all(Array.from({ length: 6 }, () => visitor.page.context().newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(`${visitor.base}/users`)));
    await Promise.all(tabs.map((tab) => tab.getByRole("heading", { name: "Users" }).waitFor()));
    await visitor.openUserMenu();
    await visitor.page.getByRole("button", { name: "Log out" }).click();

    await Promise.all(tabs.map((tab) => tab.getByText("You are logged out").waitFor()));
  });

  test("[AUTH4] a token that is no longer good is renewed behind the scenes", async () => {
    await using app = await startApp();
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.arrive();

    await page.evaluate(() => {
      const [owner] = (sessionStorage.getItem("heliograph.token") ?? "").split(" ");
      sessionStorage.setItem("heliograph.token", `${owner} run-out`);
    });
    const renewal = page.waitForResponse((response) => response.url().endsWith("/api/auth/token"));
    await page.reload();
    await page.getByRole("heading", { name: "No devices yet" }).waitFor();

    expect((await renewal).status()).toBe(200);
  });

  test("theme and language are chosen in the user menu and remembered", async () => {
    await using app = await startApp();
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.arrive();

    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Dark" }).click();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Noch keine Geräte" }).waitFor();
    await page.reload();

    await page.getByRole("heading", { name: "Noch keine Geräte" }).waitFor();
    expect(
      await page.evaluate(() => [document.documentElement.dataset["theme"], document.documentElement.lang]),
    ).toEqual(["dark", "de"]);
  });
});
