import { atLength } from "../../support/at-length.ts";
// Set up as a person does, with the key that is shown beside the picture; the telephone is the library's other half.

import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk, testPassword } from "../../support/app.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

const phone = { width: 390, height: 844 };

/** Of this moment, so many steps further: each code is good once. */
const codeOf = (secret: string, further = 0): string =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() + further * 30_000 });

const secretOn = async (page: Page): Promise<string> =>
  (await page.locator("form code").innerText()).replaceAll(" ", "");

const hasNoSideways = async (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

webStories("second factor", (stage) => {
  test("[AUTH9] it is set up in the profile, asked for at the next login, and a recovery code helps once", async () => {
    const home = await stage.app.tenant();
    await using visitor = await stage.visitorAt("/profile", home.username, { viewport: phone });
    const { page } = visitor;
    visitor.provokes(400, 401); // wrong codes
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    await expectAccessibleAtLength(page);
    expect(await hasNoSideways(page)).toBe(true);
    const secret = await secretOn(page);
    await page.getByRole("dialog").getByLabel("Current password").fill(testPassword);
    await page.getByLabel("Then type the six digits").fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("The code is wrong, or was used before").waitFor();
    await page.getByLabel("Then type the six digits").fill(codeOf(secret));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("list", { name: "Recovery codes" }).waitFor();
    const recoveryCodes = await page.getByRole("list", { name: "Recovery codes" }).locator("code").allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
    await page.getByRole("list", { name: "Recovery codes" }).waitFor();
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByText("10 recovery codes left").waitFor();

    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Log out" }).click();
    await visitor.logIn(home.username);
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await expectAccessibleAtLength(page);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("The code is wrong, or was used before").waitFor();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
    await page.getByRole("button", { name: "Log in" }).click();

    await page.getByText("9 recovery codes left").waitFor();
  });

  test("[AUTH9] a tenant that asks for it leads through setting it up at the login", async () => {
    const strict = await stage.app.tenant();
    const newcomer = fresh("newcomer");
    await stage.app.user(strict.admin, strict.id, newcomer, "VIEWER");
    const system = await stage.app.systemAdministrator();
    expectOk(await system.put(`/api/tenants/${strict.id}/signInRules`, { secondFactorRequired: true }));
    await using visitor = await stage.guest();
    const { page } = visitor;
    await visitor.open();
    await visitor.logIn(newcomer);

    await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await page.getByLabel("Then type the six digits").fill(codeOf(await secretOn(page)));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: "I have kept them" }).click();

    await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
  });

  atLength(
    "[AUTH9] a tenant that asks for it leads through setting it up at a switch into it, and who switches it off is logged out",
    async () => {
      const [strict, free] = [await stage.app.tenant(), await stage.app.tenant()];
      const rules = `/api/tenants/${strict.id}/signInRules`;
      const newcomer = fresh("newcomer");
      await stage.app.user(free.admin, free.id, newcomer, "VIEWER");
      await stage.app.join(strict.admin, strict.id, newcomer, "VIEWER");
      const system = await stage.app.systemAdministrator();
      expectOk(await system.put(rules, { secondFactorRequired: true }));
      const [at, to] = await stage.app.assignments(newcomer);
      await using visitor = await stage.guest();
      const { page } = visitor;
      await visitor.open();
      await visitor.logIn(newcomer);
      await page.getByRole("radio", { name: at?.tenant?.name ?? "" }).check();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("navigation", { name: "Main navigation" }).waitFor();

      await visitor.openUserMenu();
      await page.getByRole("button", { name: to?.tenant?.name ?? "" }).click();
      await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("navigation", { name: "Main navigation" }).waitFor(); // still where one was
      await visitor.openUserMenu();
      await page.getByRole("button", { name: to?.tenant?.name ?? "" }).click();
      const secret = await secretOn(page);
      await page.getByLabel("Then type the six digits").fill(codeOf(secret));
      await page.getByLabel("Current password").fill(testPassword);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("button", { name: "I have kept them" }).click();

      await page.locator(".who", { hasText: to?.tenant?.name ?? "" }).waitFor();
      await visitor.go("/profile");
      visitor.provokes(401); // the session ends with it
      await page.getByText("This tenant asks for it").waitFor();
      await page.getByRole("button", { name: "Switch off" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password").fill(testPassword);
      await dialog.getByLabel("Code").fill(codeOf(secret, 1));
      await dialog.getByRole("button", { name: "Switch off" }).click();
      await page.getByRole("heading", { name: "Log in" }).waitFor();
    },
  );

  atLength(
    "[AUTH9] an administrator asks everybody for it, marks a service account, and takes a lost one away",
    async () => {
      const home = await stage.app.tenant();
      const { id } = await stage.app.user(home.admin, home.id, `robot-${home.id}`, "VIEWER");
      await using visitor = await stage.visitorAt("/settings", home.username);
      const { page } = visitor;
      visitor.provokes(409);
      await page.getByLabel("Ask everybody for a second factor").check();
      const card = page.locator(".card", { has: page.getByRole("heading", { name: "Logging in" }) });
      await card.getByRole("button", { name: "Save" }).click();
      await page.getByText("Set up your own second factor before").waitFor();

      await visitor.go("/users");
      await page.getByRole("button", { name: `Account: robot-${home.id}` }).click();
      await expectAccessibleAtLength(page);
      await page.getByRole("button", { name: "Mark as service account" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Mark as service account" }).click();
      await page.locator(".badge", { hasText: "Service account" }).waitFor();

      const path = `/api/tenants/${home.id}/users/${id.id}`;
      expect((await home.admin.get(path)).json()).toMatchObject({ serviceAccount: true });
      const robot = await stage.app.login(`robot-${home.id}`);
      const { secret } = (await robot.post("/api/2fa/account/config/generate")).json<{ secret: string }>();
      expectOk(
        await robot.post("/api/2fa/account/config", { password: testPassword, verificationCode: codeOf(secret) }),
      );
      await page.reload();
      await page.getByRole("button", { name: `Account: robot-${home.id}` }).click();
      await page.getByRole("button", { name: "Take away second factor" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Take away second factor" }).click();
      await page.getByText("The second factor was taken away").waitFor();
      expect((await home.admin.get(path)).json()).toMatchObject({ secondFactor: false });
    },
  );
});
