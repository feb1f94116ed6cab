// Forgotten passwords, preferences and terms of use, as people meet them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk, type OwnTenant, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

const phone = { width: 390, height: 844 };

const hasNoSideways = async (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

webStories("accounts", (stage) => {
  test("[AUTH9] who forgot the password is told whom to ask, and gets in with a link from an administrator, past the terms of use", async () => {
    const home = await stage.app.tenant();
    const username = `forgetful-${home.id}`;
    await stage.app.user(home.admin, home.id, username, "VIEWER");
    const link = await linkFor(home, username);
    await using visitor = await stage.guest({ viewport: phone });
    const { page } = visitor;
    await visitor.open();
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByText("Ask an administrator of your tenant").waitFor();
    await expectAccessibleAtLength(page);

    await page.goto(link);
    await page.getByText(`For the account “${username}”`).waitFor();
    await expectAccessibleAtLength(page);
    expect(await hasNoSideways(page)).toBe(true);
    await page.getByLabel("New password", { exact: true }).fill("a password that is new");
    await page.getByLabel("Repeat the new password").fill("a password that is new");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("The password was set").waitFor();
    await page.getByRole("link", { name: "To the login" }).click();
    expectOk(await home.admin.put(`/api/tenants/${home.id}/terms`, { text: "- **gently**", version: 0 }));
    await visitor.logIn(username, "a password that is new");
    await page.locator("strong", { hasText: "gently" }).waitFor(); // before everything, until it is accepted, and once
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
    await page.reload();
    await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
    if (isLongRun()) {
      visitor.provokes(404); // used twice
      await page.goto(link);
      await page.getByText("This link leads nowhere").waitFor();
    }
  });

  /** As an administrator makes it. */
  async function linkFor(home: OwnTenant, username: string): Promise<string> {
    await using administrator = await stage.visitorAt("/users", home.username);
    const { page } = administrator;
    await page.getByRole("button", { name: `Account: ${username}` }).click();
    await page.getByRole("button", { name: "Link to a new password" }).click();
    await page.getByRole("button", { name: "Make link" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    await expectAccessibleAtLength(page);
    return link;
  }

  atLength("[AUTH9] language, region and time zone are followed at once, and in another browser", async () => {
    const home = await stage.app.tenant();
    const device = await stage.app.device(home);
    const noon = Date.UTC(2026, 10, 15, 12);
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    expectOk(await home.admin.post(path, { ts: noon, values: { level: 1234.5 } }));
    await using visitor = await stage.visitorAt("/profile", home.username);
    const { page } = visitor;
    await page.getByLabel("Dates and numbers").selectOption("de-CH");
    await page.getByLabel("Time zone").selectOption("Asia/Dubai");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    const card = page.locator(".card", { has: page.getByRole("heading", { name: "Language and region" }) });
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Sprache und Region" }).waitFor();
    await expectAccessibleAtLength(page);

    await using elsewhere = await stage.guest();
    await elsewhere.open(`/devices/${device.id.id}`);
    await elsewhere.logIn(home.username);

    await elsewhere.page
      .getByText(/1['’]234\.5/)
      .first()
      .waitFor();
    await elsewhere.page.locator('time[title*="16:00:00"]').first().waitFor();
    await expect.poll(() => elsewhere.page.locator("html").getAttribute("lang")).toBe("de");
  });

  atLength(
    "[AUTH9] terms of use stand before everything until they are accepted, and what looks like HTML is text",
    async () => {
      const home = await stage.app.tenant();
      const username = `reader-${home.id}`;
      await stage.app.user(home.admin, home.id, username, "VIEWER");
      await using administrator = await stage.visitorAt("/settings", home.username);
      const settings = administrator.page;
      await settings.getByLabel("Text", { exact: true }).fill("# Care\n\n- **gently**\n- <img src=x onerror=alert(1)>");
      const card = settings.locator(".card", { has: settings.getByRole("heading", { name: "Terms of use" }) });
      await card.getByRole("button", { name: "Save" }).click();
      await settings.getByText("Version 1").waitFor();

      await using visitor = await stage.guest({ viewport: phone });
      const { page } = visitor;
      await visitor.open("/devices");
      await visitor.logIn(username);
      await page.getByRole("heading", { name: /^Terms of use of/ }).waitFor();
      await page.locator("strong", { hasText: "gently" }).waitFor();
      await page.getByText("<img src=x onerror=alert(1)>").waitFor();
      await expectAccessibleAtLength(page);
      expect(await hasNoSideways(page)).toBe(true);
      await page.reload();
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("heading", { name: "Log in" }).waitFor();
      await visitor.logIn(username, testPassword);
      await page.getByRole("button", { name: "Accept" }).click();
      await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
      await page.reload();
      await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
    },
  );
});
