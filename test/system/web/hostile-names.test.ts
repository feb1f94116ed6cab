// Names and values that would be markup if any part of the interface took them for it. The browser is told to ignore the
// page's Content-Security-Policy: nothing but the interface itself keeps them from running here.
import { compressOsf, encodeOsf } from "@heliograph/osf";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import type { Visitor } from "../../support/browser.ts";
import { HttpDevice } from "../../support/device-http.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

const hostile = `"'><img src=x onerror=window.hacked=1><svg onload=window.hacked=2>`;
const withoutPolicy = { bypassCSP: true };

/** It was shown as it is, and became nothing else. */
async function expectOnlyText(page: Page, text = hostile): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  const harm = await page.evaluate(() => ({
    hasRun: "hacked" in window,
    injected: document.querySelectorAll("img[src='x'], svg[onload], script:not([src])").length,
  }));
  expect(harm).toEqual({ hasRun: false, injected: 0 });
}

webStories("hostile names", (stage) => {
  const admin = () => stage.tenant.admin;
  const visitorAt = (path: string, username?: string) => stage.visitorAt(path, username, withoutPolicy);
  const post = async (path: string, body: unknown) => expectOk(await admin().post(path, body));

  atLength("of tenants and users, on every page that shows them", async () => {
    const { app } = stage;
    const name = fresh(hostile);
    const hostileTenant = await app.tenant(name);
    const username = fresh(`${hostile} of a user`);
    await app.user(hostileTenant.admin, hostileTenant.id, username, "TENANT_ADMIN");
    const person = { username: fresh(`${hostile} named`), firstName: hostile, lastName: hostile, authority: "VIEWER" };
    const system = await app.systemAdministrator();
    expectOk(
      await system.post(`/api/tenants/${hostileTenant.id}/users`, { ...person, password: "a password for tests" }),
    );
    await app.join(system, stage.tenant.id, username, "VIEWER");

    await using visitor = await visitorAt("/tenants", "system");
    const { page } = visitor;
    await expectOnlyText(page);
    await page.getByRole("button", { name: `Delete: ${name}` }).click();
    await page.getByRole("dialog").getByText(name).waitFor();
    await expectOnlyText(page);
    await visitor.go(`/tenants/${hostileTenant.id}/users`);
    await page.getByRole("heading", { name: `Users · ${name}` }).waitFor();
    await page.getByText(`${hostile} ${hostile}`).waitFor(); // first and last name
    await page.getByRole("button", { name: `End assignment: ${username}` }).click();
    await page.getByRole("dialog").getByText(username).waitFor();
    await expectOnlyText(page);
    await visitor.go(`/tenants/${hostileTenant.id}/settings`);
    await page.getByRole("heading", { name: `Settings · ${name}` }).waitFor();
    await expectOnlyText(page);

    // The user has two tenants: one of them is chosen, the other is offered in the menu.
    await using user = await stage.visitor(withoutPolicy);
    await user.open();
    await user.logIn(username);
    await user.page.getByRole("radio", { name }).check();
    await expectOnlyText(user.page);
    await user.page.getByRole("button", { name: "Continue" }).click();
    await user.page.getByRole("navigation", { name: "Main navigation" }).waitFor();
    await user.openUserMenu();
    await expectOnlyText(user.page);
    await user.go("/profile");
    await expectOnlyText(user.page);
  });

  test("of devices, from the dialog that makes one to the message that it is gone; and the browser would run them", async () => {
    await using visitor = await visitorAt("/devices");
    const { page } = visitor;
    const dialog = page.getByRole("dialog");
    const name = fresh(hostile);

    await page.getByRole("link", { name: "New device" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Name of a new type").fill(hostile);
    await page.getByLabel("Label").fill(hostile);
    await page.getByRole("button", { name: "Create device" }).click();
    await page.getByText(`${name} was created`).waitFor();
    await expectOnlyText(page);
    await page.getByRole("button", { name: "Change" }).first().click();
    for (const field of ["Serial number", "Firmware", "Description"]) await dialog.getByLabel(field).fill(hostile);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Finish later" }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await expectOnlyText(page);
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByText(name).waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText(`${name} was deleted`).waitFor();
    await expectOnlyText(page);

    // without the policy, markup with a handler does harm
    visitor.provokes(404);
    await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=window.hacked=1>"));
    await expect.poll(() => page.evaluate(() => "hacked" in window)).toBe(true);
  });

  atLength("of keys, values, units and attributes, in tiles, lists and charts", async () => {
    const { id } = (await stage.app.device(stage.tenant)).id;
    const telemetry = `/api/plugins/telemetry/DEVICE/${id}`;
    const numberKey = `${hostile} number`;
    const now = Date.now();
    const points = [0, 1, 2].map((i) => ({ ts: now - i * 60_000, values: { [numberKey]: i, [hostile]: hostile } }));
    await post(`${telemetry}/timeseries/ANY`, points);
    for (const scope of ["SHARED_SCOPE", "SERVER_SCOPE"])
      await post(`${telemetry}/attributes/${scope}`, { [hostile]: hostile, deep: { [hostile]: [hostile] } });
    await post(`${telemetry}/attributes/SERVER_SCOPE`, { units: { [numberKey]: hostile }, position: hostile });

    await using visitor = await visitorAt(`/devices/${id}`);
    const { page } = visitor;
    await page.locator(".value-tile").getByText(hostile, { exact: true }).first().waitFor();
    await expectOnlyText(page);
    const keys = encodeURIComponent(JSON.stringify([numberKey, hostile]));
    await visitor.go(`/devices/${id}/telemetry?keys=${keys}&range=1h`);
    await page.getByRole("img", { name: `Chart: ${numberKey}` }).waitFor();
    await expectLegend(visitor, `${numberKey} (${hostile})`);
    await page.getByText(`These channels have texts, not numbers: ${hostile}`).waitFor();
    await expectOnlyText(page);
    await visitor.go(`/devices/${id}/attributes`);
    await page
      .getByRole("button", { name: `Edit: ${hostile}` })
      .first()
      .click();
    await expect.poll(() => page.getByRole("dialog").getByLabel("Value").inputValue()).toBe(hostile);
    await expectOnlyText(page);
  });

  atLength("of files and tags, and of channels and units inside a measurement", async () => {
    const { id } = (await stage.app.device(stage.tenant)).id;
    const names = { name: `${hostile} number`, displayName: `${hostile} shown`, unit: hostile };
    const plain = encodeOsf(
      {
        tag: "any",
        creator: hostile,
        channels: [
          { ...names, datatype: "double" },
          { name: hostile, datatype: "string" },
        ],
      },
      (encoder) => {
        encoder.stamped(0, [1_794_700_000_000_000_000n, 1_794_700_001_000_000_000n], [1, 2]);
        encoder.stamped(1, [1_794_700_000_000_000_000n], [hostile]);
      },
    );
    const query = `name=${encodeURIComponent(`${hostile}.osfz`)}&tag=${encodeURIComponent(hostile)}`;
    expectOk(await admin().post(`/api/devices/${id}/data-files?${query}`, Buffer.from(await compressOsf(plain))));
    const broken = `name=${encodeURIComponent(`${hostile} broken.osf`)}`;
    expectOk(await admin().post(`/api/devices/${id}/data-files?${broken}`, hostile));

    await using visitor = await visitorAt(`/devices/${id}/files`);
    const { page } = visitor;
    const dialog = page.getByRole("dialog");
    await page.getByRole("row", { name: "broken.osf" }).getByText("damaged").waitFor();
    await page.getByRole("group", { name: "Timeline" }).getByText(hostile).waitFor();
    await page.getByLabel("Tag").selectOption(hostile);
    await page
      .getByRole("button", { name: `${hostile}.osfz`, exact: true })
      .last()
      .click();
    await dialog.getByRole("img", { name: `Chart: ${hostile} number` }).waitFor();
    await expectLegend(visitor, `${hostile} shown (${hostile})`);
    await dialog.getByRole("checkbox").last().check();
    await dialog.getByText(`These channels have texts, not numbers: ${hostile}`).waitFor();
    await expectOnlyText(page);
    await page.keyboard.press("Escape");
    await page.getByLabel(`Select ${hostile}.osfz`).check();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download 1" }).click();
    await saved;
    await expectOnlyText(page);
  });

  atLength("of commands, calls and what a device says, in the queue and in the log", async () => {
    const device = await mqttDevice(stage.app, stage.tenant);
    const commands = `/api/devices/${device.id}/commands`;
    await post(commands, { type: "SCPI", text: hostile });
    await post(commands, { type: "RPC", method: hostile, params: { [hostile]: hostile } });
    const logger = new HttpDevice(stage.app.node.httpPort, device.token);
    await logger.contact("UPLOAD", "content", { tag: "a", fileName: hostile.replaceAll('"', "") });
    await logger.contact("RETURN_SCPI", hostile, { messageId: 1 });

    await using visitor = await visitorAt(`/devices/${device.id}/commands`);
    const { page } = visitor;
    await page.getByRole("button", { name: `Details: ${hostile}`, exact: true }).click();
    await page.getByRole("dialog").getByText(hostile).first().waitFor();
    await expectOnlyText(page);
    await visitor.go(`/devices/${device.id}/communication`);
    await expectOnlyText(page, hostile.replaceAll('"', ""));
  });
});

/** What the chart library writes below a chart. */
async function expectLegend({ page }: Visitor, text: string): Promise<void> {
  await expect.poll(() => page.locator(".u-legend").innerText()).toContain(text);
}
