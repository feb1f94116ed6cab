import { expect, test } from "vitest";
import { expectOk, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("administration, audit log and API description", (stage) => {
  test("[AUTH6] a user is added, given another role and removed; the last administrator stays", async () => {
    await using visitor = await stage.insiderAt("/users");
    const { page } = visitor;
    visitor.provokes(409);
    const ada = fresh("ada");

    await page.getByRole("button", { name: "Add user" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("User name").fill(ada);
    await dialog.getByLabel("First name").fill("Ada");
    await dialog.getByLabel("Password").fill("a password for ada");
    await dialog.getByRole("button", { name: "Add user" }).click();
    await page.getByLabel(`Role: ${ada}`).selectOption("VIEWER");
    await page.getByText("The role was changed").waitFor();
    await page.getByRole("button", { name: `End assignment: ${ada}` }).click();
    await dialog.getByRole("button", { name: "End assignment" }).click();
    await page.getByText("The assignment was ended").waitFor();
    await page.getByLabel(`Role: ${stage.username}`, { exact: true }).selectOption("VIEWER");

    await page.getByRole("alert").waitFor();
    await expect
      .poll(() => page.getByLabel(`Role: ${stage.username}`, { exact: true }).inputValue())
      .toBe("TENANT_ADMIN");
  });

  test("[AUD1] who changed what is found, shown before and after, and exported; a device has its own history", async () => {
    const home = stage.tenant;
    const name = fresh("audited pump");
    const device = await stage.app.device(home, { name, label: "old label" });
    const change = { id: device.id, name, label: "new label" };
    expectOk(await home.admin.post("/api/device", change));
    await using visitor = await stage.insiderAt("/audit");
    const { page } = visitor;

    await page.getByLabel("User or entity").fill(name.toUpperCase());
    await page.getByLabel("Kind of thing").selectOption("User");
    await page.getByText("Nothing in this range").waitFor();
    await page.getByLabel("Kind of thing").selectOption("Device");
    await page.getByLabel("Action").selectOption("Changed");
    await page.getByRole("row", { name }).getByRole("button", { name: "Changed" }).click();
    const row = page.getByRole("dialog").getByRole("row", { name: "label" });
    await expect.poll(() => row.getByRole("cell").allTextContents()).toEqual(["label", "old label", "new label"]);
    await page.keyboard.press("Escape");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await saving).suggestedFilename()).toBe("audit.csv");

    await visitor.go(`/devices/${device.id.id}/history`);
    await page.getByRole("button", { name: "Added" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(3);
    if (isLongRun()) {
      await page.locator("summary", { hasText: "All time" }).click();
      await page.getByRole("button", { name: "Yesterday" }).click(); // before it was there
      await page.getByText("Nothing in this range").waitFor();
      expect(new URL(page.url()).searchParams.get("to")).toBe("now/d");
      await page.goBack();
      await page.getByRole("button", { name: "Added" }).waitFor();
      await page.getByLabel("Action").selectOption("File downloaded");
      await page.getByText("Nothing in this range").waitFor();
    }
  });

  test("[AUTH6] a system administrator makes tenants, sees their users and removes them", async () => {
    await using visitor = await stage.insiderAt("/tenants", "system");
    const { page } = visitor;
    const name = fresh("Rail Lab");

    await page.getByRole("button", { name: "New tenant" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    const row = page.getByRole("row", { name });
    await row.getByRole("link", { name: "Users" }).click();
    await page.getByRole("heading", { name: `Users · ${name}` }).waitFor();
    await page.goBack();
    await row.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: `Settings · ${name}` }).waitFor();
    await page.goBack();
    await row.getByRole("button", { name: `Delete: ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();

    await page.getByText(`${name} was deleted`).waitFor();
  });

  atLength("[AUTH5] nobody is offered what the role forbids, nor to try it again", async () => {
    await using visitor = await stage.visitorAt("/tenants");
    const { page } = visitor;

    await page.getByRole("alert").getByText("Your role does not allow this").waitFor();
    expect(await page.getByRole("button", { name: /New tenant|Try again/ }).count()).toBe(0);
  });

  atLength("a system administrator who asks for pages of an own tenant gets the tenants", async () => {
    await using visitor = await stage.visitorAt("/users", "system");
    const { page } = visitor;

    await page.getByRole("button", { name: "New tenant" }).waitFor();
    for (const path of ["/devices?q=pump", "/settings"]) {
      await visitor.go(path);
      await page.getByRole("button", { name: "New tenant" }).waitFor();
      await expect.poll(() => page.url()).toBe(`${visitor.base}/tenants`);
    }
  });

  test("[QTA1] retention and limits of a tenant are set, kept, and refused when they are none or somebody was first", async () => {
    const tenant = await stage.app.tenant();
    const system = await stage.app.systemAdministrator();
    await using visitor = await stage.insiderAt(`/tenants/${tenant.id}/settings`, "system");
    visitor.provokes(409);
    const { page } = visitor;
    const limits = page.locator("#limits");
    const retention = page.locator("#retention");

    await retention.getByLabel("Days").fill("30");
    await retention.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Save and remove them" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await limits.getByLabel("Points per second of one device").fill("0");
    await limits.getByRole("button", { name: "Save" }).click();
    await limits.getByRole("alert").waitFor();
    await limits.getByLabel("Points per second of one device").fill("500");
    await limits.getByLabel("Space for files (GiB)").fill("2.5");
    await limits.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => limits.getByRole("alert").count()).toBe(0);
    await expect
      .poll(async () => (await system.get(`/api/tenants/${tenant.id}/limits`)).json())
      .toMatchObject({ devicePoints: 500, fileQuota: 2_684_354_560, deviceMessages: null });
    if (isLongRun()) await page.reload();

    await expect.poll(() => retention.getByLabel("Days").inputValue()).toBe("30");
    await expect.poll(() => limits.getByLabel("Space for files (GiB)").inputValue()).toBe("2.5");
    expectOk(await system.put(`/api/tenants/${tenant.id}/limits`, { devices: 9 }));
    await limits.getByLabel("Users", { exact: true }).fill("7");
    await limits.getByRole("button", { name: "Save" }).click();
    await limits.getByRole("alert").getByText("changed meanwhile").waitFor();
    await limits.getByRole("button", { name: "Load the newer one" }).click();
    await expect.poll(() => limits.getByLabel("Devices", { exact: true }).inputValue()).toBe("9");
  });

  atLength("[API8] the API description tries a route with the session of the person who reads it", async () => {
    await using visitor = await stage.visitorAt("/");
    const { page } = visitor;

    await visitor.openUserMenu();
    await page.getByRole("link", { name: "API description" }).click();
    await page.getByText("/api/auth/user", { exact: true }).first().click();
    await page.getByRole("button", { name: "Send" }).click();

    await page.getByText(`"username": "${stage.username}"`).first().waitFor();
  });

  test("[AUTH4] one's own name and password are changed in the profile, and the session goes on alone", async () => {
    const { tenant } = stage;
    const username = fresh("grace");
    await stage.app.user(tenant.admin, tenant.id, username, "OPERATOR");
    await using visitor = await stage.visitorAt("/profile", username);
    const { page } = visitor;
    visitor.provokes(400);
    const elsewhere = await stage.app.login(username);
    const form = page.locator("form", { has: page.getByLabel("Current password") });
    const next = "a new password for grace";

    await page.getByLabel("First name").fill("Grace");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("Grace", { exact: true }).first().waitFor();
    await page.getByLabel("Current password").fill("not this one");
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("Repeat the new password").fill(next);
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("alert").waitFor();
    expect((await elsewhere.get("/api/auth/user")).status).toBe(200);
    await page.getByLabel("Current password").fill(testPassword);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("The password was changed").waitFor();
    expect(await form.getByRole("alert").count()).toBe(0);
    await page.getByRole("link", { name: "Control Center" }).click();
    await page.getByRole("heading", { name: "Devices" }).first().waitFor();
    if (isLongRun()) {
      await page.reload();
      await page.getByText("Grace", { exact: true }).first().waitFor();
    }

    expect((await elsewhere.get("/api/auth/user")).status).toBe(401);
    const credentials = (password: string) => ({ username, password });
    expect((await stage.app.rest.post("/api/auth/login", credentials(testPassword))).status).toBe(401);
    expect((await stage.app.rest.post("/api/auth/login", credentials(next))).status).toBe(200);
  });
});
