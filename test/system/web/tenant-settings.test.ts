import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength, seriousFindings } from "../../support/axe.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

/** A red square. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24" fill="red"/></svg>';

/** The same, that does something when it is touched. */
const activeSvg = svg.replace("<rect", '<rect onclick="alert(1)"');

webStories("a tenant's settings and opened tenants", (stage) => {
  test("[AUTH7] a system administrator opens a tenant, sees on every page that it is opened, and leaves it", async () => {
    const name = fresh("Tunnel Lab");
    const tenant = await stage.app.tenant(name);
    await stage.app.device(tenant, { name: "inside" });
    await using visitor = await stage.visitorAt("/tenants", "system");
    visitor.endsSession();
    const { page } = visitor;

    await page.getByRole("button", { name: `Open: ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
    const banner = page.getByRole("region", { name: `You have opened “${name}”` });
    await banner.waitFor();
    await page.getByRole("link", { name: "inside" }).click();
    await page.getByRole("heading", { name: "inside" }).waitFor();
    expect(await banner.count()).toBe(1);
    await expectAccessibleAtLength(page);
    await banner.getByRole("button", { name: "Leave the tenant" }).click();

    await page.getByRole("button", { name: "New tenant" }).waitFor();
    expect(await banner.count()).toBe(0);
    await visitor.go("/audit");
    await page.getByRole("cell", { name: "Tenant opened" }).first().waitFor();
  });

  atLength("[QTA1] the tenants' page says what each uses of what it may, and what is full", async () => {
    const name = fresh("Full Lab");
    const tenant = await stage.app.tenant(name);
    await stage.app.device(tenant);
    const system = await stage.app.systemAdministrator();
    expectOk(await system.put(`/api/tenants/${tenant.id}/limits`, { devices: 1 }));
    await using visitor = await stage.visitorAt("/tenants", "system");
    const row = visitor.page.getByRole("row", { name });

    await row.getByRole("cell", { name: "1 / 1 full" }).waitFor();
    await expectAccessibleAtLength(visitor.page);
    await row.getByRole("link", { name: "Settings" }).click();
    const limits = visitor.page.locator("#limits");
    await limits.getByRole("row", { name: /^Devices 1 full 1/ }).waitFor();
    await limits.getByLabel("Space for attributes (MiB)").fill("5");
    await limits.getByRole("button", { name: "Save" }).click();

    await expect
      .poll(async () => (await system.get(`/api/tenants/${tenant.id}/limits`)).json())
      .toMatchObject({ devices: 1, attributeQuota: 5_242_880 });
  });

  atLength("[QTA1] what is no number removes no limit; it is told which, and what it takes", async () => {
    const tenant = await stage.app.tenant();
    const system = await stage.app.systemAdministrator();
    const path = `/api/tenants/${tenant.id}/limits`;
    const saved = async () => (await system.get(path)).json<object>();
    expectOk(await system.put(path, { devices: 5 }));
    await using visitor = await stage.visitorAt(`/tenants/${tenant.id}/settings`, "system");
    const limits = visitor.page.locator("#limits");
    const devices = limits.getByLabel("Devices", { exact: true });
    const save = () => limits.getByRole("button", { name: "Save" }).click();

    await devices.clear();
    await devices.pressSequentially("1e"); // fill would refuse it
    await save();
    await limits.getByRole("alert").getByText("This is no number.").waitFor();
    await devices.fill("1.5");
    await save();
    await limits.getByRole("alert").getByText("Devices: a whole number from 1 to 1,000,000,000,000,000").waitFor();
    expect(await saved()).toMatchObject({ devices: 5 });
  });

  test("title, logo and accent colour are set and used; a change meanwhile is told; unsaved ones are asked about", async () => {
    const tenant = await stage.app.tenant();
    await using visitor = await stage.visitorAt("/settings", tenant.username);
    const { page } = visitor;
    visitor.provokes(409);
    const appearance = page.locator("#appearance");
    const save = () => appearance.getByRole("button", { name: "Save" }).click();

    await appearance.getByLabel("Title").fill("Lab of the North");
    await appearance.getByLabel("Accent colour").fill("#ffff00");
    await appearance
      .getByText(/made readable/)
      .first()
      .waitFor();
    const activeLogo = { name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from(activeSvg) };
    const logo = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) };
    const noPicture = { name: "not.png", mimeType: "image/png", buffer: Buffer.from("a text") };
    await appearance.getByLabel("Logo", { exact: true }).setInputFiles(noPicture);
    await appearance.getByRole("alert").getByText("This is no PNG").waitFor();
    expect(await appearance.getByAltText("Logo").count()).toBe(0);
    if (isLongRun()) {
      visitor.provokes(400);
      await appearance.getByLabel("Logo", { exact: true }).setInputFiles(activeLogo);
      await save();
      await appearance.locator(".field").getByText("an SVG that is more than a drawing").waitFor();
    }
    await appearance.getByLabel("Logo", { exact: true }).setInputFiles(logo);
    await appearance.getByAltText("Logo").waitFor();
    await save();
    await page.getByText("Saved", { exact: true }).waitFor(); // and not "not saved"
    await page.getByRole("link", { name: "Lab of the North" }).waitFor();
    const accent = () => page.evaluate(() => document.documentElement.style.getPropertyValue("--accent"));
    await expect.poll(accent).toMatch(/^#[0-9a-f]{6}$/);

    await appearance.getByLabel("Title").fill("Mine");
    await page.getByText("not saved").waitFor();
    expectOk(await tenant.admin.put(`/api/tenants/${tenant.id}/settings`, { title: "Theirs" }));
    await save();
    await appearance.getByRole("alert").getByText("Somebody else changed").waitFor();
    page.once("dialog", (dialog) => void dialog.dismiss());
    await page.getByRole("link", { name: "Control Center" }).click();
    expect(page.url()).toContain("/settings");
    await appearance.getByRole("button", { name: "Load them again" }).click();

    await expect.poll(() => appearance.getByLabel("Title").inputValue()).toBe("Theirs");
    await page.getByRole("link", { name: "Control Center" }).click();
    await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
  });

  atLength(
    "a shorter time to keep points is asked about before anything goes, and what is typed elsewhere stays",
    async () => {
      const tenant = await stage.app.tenant();
      const kept = async () =>
        (await tenant.admin.get(`/api/tenants/${tenant.id}/settings`)).json<{ telemetryRetention: number | null }>()
          .telemetryRetention;
      await using visitor = await stage.visitorAt("/settings#retention", tenant.username);
      const { page } = visitor;
      const retention = page.locator("#retention");
      const dialog = page.getByRole("dialog");

      const title = page.locator("#appearance").getByLabel("Title");
      await title.fill("typed before");
      await retention.getByLabel("Days").fill("1");
      await retention.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Points older than 1 day are removed").waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      expect(await kept()).toBeNull();
      const typed = await retention.getByLabel("Days").elementHandle();
      await retention.getByRole("button", { name: "Save" }).click();
      await dialog.getByRole("button", { name: "Save and remove them" }).click();
      await expect.poll(kept).toBe(86_400_000);
      // The form is built anew with what was saved: nobody types into the old one.
      await expect.poll(() => typed?.evaluate((field) => field.isConnected)).toBe(false);
      await retention.getByLabel("Days").fill("2"); // longer: nothing goes
      await retention.getByRole("button", { name: "Save" }).click();

      await expect.poll(kept).toBe(2 * 86_400_000);
      expect(await title.inputValue()).toBe("typed before");
      await page.locator("#appearance").getByRole("button", { name: "Save" }).click();
      await page.getByRole("link", { name: "typed before" }).waitFor();
      expect(await kept()).toBe(2 * 86_400_000);
    },
  );

  atLength("people begin where the tenant says: in a project, or with the devices again when it is gone", async () => {
    const tenant = await stage.app.tenant();
    const project = await tenant.admin.calls.projects.save({ body: { name: "North" } });
    await using visitor = await stage.visitorAt("/settings#home", tenant.username);
    const { page } = visitor;

    await page.locator("#home").getByLabel("Page").selectOption("PROJECT");
    await page.locator("#home").getByLabel("Project").selectOption({ label: "North" });
    await page.locator("#home").getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor(); // and not "not saved"
    await page.goto(visitor.base);

    await expect.poll(() => page.url()).toContain(`project=${project.id.id}`);
    const switcher = page.getByRole("combobox", { name: "Project", exact: true }).first();
    await switcher.selectOption({ label: "All projects" });
    await expect.poll(() => page.url()).toBe(`${visitor.base}/devices`);
    await visitor.go("/connect");
    await page.locator(".brand").click(); // leads to the home page: what was chosen since stays
    await expect.poll(() => page.url()).toContain("/devices");
    expect([page.url(), await switcher.inputValue()]).toEqual([`${visitor.base}/devices`, ""]);
    await visitor.open("/connect"); // nobody looks at it while it goes
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tenant.admin.calls.projects.remove({ projectId: project.id.id });
    await page.goto(visitor.base);
    await expect.poll(() => page.url()).toBe(`${visitor.base}/devices`);
  });

  atLength(
    "[ROL1, AUTH10] an invitation names an own role and a project, and a key is made for a project",
    async () => {
      const tenant = await stage.app.tenant();
      await tenant.admin.calls.projects.save({ body: { name: "North" } });
      const role = { name: "Reader", permissions: ["VIEW_DEVICES" as const] };
      await tenant.admin.calls.users.saveRole({ tenantId: tenant.id, body: role });
      await using visitor = await stage.visitorAt("/users", tenant.username);
      const { page } = visitor;

      await page.getByRole("button", { name: "Invite" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("User name").fill("guest of the north");
      await dialog.getByLabel("Role").selectOption({ label: "Reader" });
      await dialog.getByLabel("Project").selectOption({ label: "North" });
      await dialog.getByRole("button", { name: "Invite" }).click();
      const link = await dialog.getByLabel("Link").inputValue();
      await page.keyboard.press("Escape");
      await page.getByText("Reader · North").waitFor();
      await visitor.go("/profile");
      await page.getByRole("button", { name: "Create key" }).click();
      await dialog.getByLabel("Name", { exact: true }).fill("north only");
      await dialog.getByText("See devices, their type, state and activity").waitFor();
      await dialog.getByLabel("North").check();
      await dialog.getByRole("button", { name: "Create key" }).click();

      await dialog.getByLabel("Key", { exact: true }).waitFor();
      const [key] = await tenant.admin.calls.auth.apiKeys();
      expect(key?.projectIds).toHaveLength(1);
      await page.goto(link);
      await page.getByText("Your role there: Reader · North.").waitFor();
    },
  );

  atLength(
    "[AUTH7] a mail server of the tenant's own is set up, tried and removed; its password is never shown",
    async () => {
      const tenant = await stage.app.tenant();
      await using visitor = await stage.visitorAt("/settings", tenant.username);
      const mail = visitor.page.locator("#mail");

      await mail.getByText("No mail server is set up").waitFor();
      await mail.getByLabel("Mail server").fill("127.0.0.1");
      await mail.getByLabel("Port").fill("9");
      await mail.getByLabel("Encryption").selectOption("NONE");
      await mail.getByLabel("User name").fill("lab");
      await mail.getByLabel("Password").fill("a secret of the lab");
      await mail.getByLabel("From").fill("Rail Lab <noreply@example.org>");
      await mail.getByRole("button", { name: "Save" }).click();
      await mail.getByRole("note").getByText("HELIO_MAIL_INSIDE").waitFor();
      expect(await mail.getByLabel("Password").inputValue()).toBe("");
      await mail.getByText("One is kept").waitFor();
      await mail.getByLabel("Address for a test mail").fill("ada@example.org");
      await mail.getByRole("button", { name: "Send a test mail" }).click();
      await mail.getByText("It was not taken").waitFor();
      await mail.getByRole("button", { name: "Remove this mail server" }).click();
      await visitor.page.getByRole("dialog").getByRole("button", { name: "Remove this mail server" }).click();

      await mail.getByText("No mail server is set up").waitFor();
    },
  );

  atLength("on a phone and in the dark, with a long name, settings and tenants are whole", async () => {
    const tenant = await stage.app.tenant(fresh("A laboratory with a name that is longer than most others are"));
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" as const };
    for (const [path, who] of [
      ["/settings", tenant.username],
      ["/tenants", "system"],
    ] as const) {
      await using visitor = await stage.visitorAt(path, who, phone);
      const { page } = visitor;
      await expect.poll(() => page.locator(".skeleton").count()).toBe(0);

      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, overflow <= 0, await seriousFindings(page)]).toEqual([path, true, []]);
    }
  });
});
