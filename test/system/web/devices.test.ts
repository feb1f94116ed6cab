import { readFile } from "node:fs/promises";
import type { DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { webStories } from "../../support/web-stories.ts";
import { sizeOf } from "../../switches.ts";

async function importCsv(tenant: TestTenant, csv: string): Promise<void> {
  const headers = { "content-type": "text/csv" };
  expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/devices/import`, csv, { headers }));
}

/** `npm run bench -- web` measures more. */
const deviceCount = sizeOf("HELIO_TEST_WEB_DEVICES");

webStories("devices", (stage) => {
  /** Somebody in a tenant. */
  async function arrivedIn(
    tenant: TestTenant,
    path = "/",
    role: "TENANT_ADMIN" | "OPERATOR" | "VIEWER" = "TENANT_ADMIN",
  ) {
    const username = `user of ${tenant.id} ${role}`;
    await stage.app.user(tenant.admin, tenant.id, username, role);
    return stage.visitorAt(path, username);
  }

  test("a device is created, found, changed and deleted", async () => {
    await using visitor = await stage.insiderAt("/");
    const { page } = visitor;

    await page.getByRole("link", { name: "New device" }).click();
    await page.getByLabel("Name", { exact: true }).fill("pump-7");
    await page.getByLabel("Name of a new type").fill("smartMINI");
    await page.getByRole("button", { name: "Create device" }).click();
    await page.getByRole("heading", { name: "Waiting for the first value …" }).waitFor(); // leads on
    await page.getByRole("link", { name: "Devices", exact: true }).first().click();
    await page.getByRole("link", { name: "pump-7" }).waitFor();
    await page.getByRole("searchbox").fill("PUMP");
    await page.waitForURL(/q=PUMP/);
    await page
      .getByRole("row", { name: /pump-7/ })
      .getByText("never")
      .click(); // anywhere in its row
    await page.getByText("Last contact: never").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("Serial number").fill("21004900008");
    await page.keyboard.press("Escape"); // [17/19] keys do not throw away what was typed, nor does the cross
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("21004900008").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();

    await page.getByRole("heading", { name: "Connect the first device" }).waitFor();
  });

  atLength(
    "[DEV3] two people change a device at the same time: both changes stay, a field that both changed is told, and so is that it was deleted",
    async () => {
      const tenant = await stage.app.tenant();
      const { id } = await stage.app.device(tenant, { name: "pump-7" });
      await using visitor = await arrivedIn(tenant, `/devices/${id.id}`);
      const { page } = visitor;
      const dialog = page.getByRole("dialog");
      const saves = (changes: object) =>
        tenant.admin.post("/api/device", { id, name: "pump-7", ...changes }).then(expectOk);

      await page.getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Serial number").fill("21004900008");
      await saves({ label: "Hall 1" });
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved").waitFor();
      const kept = await tenant.admin.get(`/api/device/${id.id}`);
      expect(kept.json()).toMatchObject({ label: "Hall 1", serialNumber: "21004900008" });

      await page.getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Label").fill("Hall 3");
      await saves({ label: "Hall 2" });
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Somebody else changed this meanwhile: Label.").waitFor();
      expect(await dialog.getByLabel("Label").inputValue()).toBe("Hall 3");

      visitor.losesWhatIsShown();
      expectOk(await tenant.admin.delete(`/api/device/${id.id}`)); // somebody else deletes it under the open form
      await page.getByRole("heading", { name: "This device was deleted" }).waitFor();
      expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
      await page.getByRole("link", { name: "To the device list" }).click();
      await page.getByRole("heading", { name: "Connect the first device" }).waitFor();
    },
  );

  atLength("a refused name is told beside the form, and nothing typed is lost", async () => {
    const tenant = await stage.app.tenant();
    await stage.app.device(tenant, { name: "pump-7" });
    await using visitor = await arrivedIn(tenant);
    visitor.provokes(409);
    const { page } = visitor;

    await page.getByRole("link", { name: "New device" }).click();
    await page.getByLabel("Name", { exact: true }).fill("pump-7");
    await page.getByLabel("Label").fill("kept");
    await page.getByRole("button", { name: "Create device" }).click();
    await page.getByRole("alert").getByText("pump-7").waitFor();

    expect(await page.getByLabel("Label").inputValue()).toBe("kept");
  });

  test("a list is imported from CSV, and refused rows are told", async () => {
    await using visitor = await stage.insiderAt("/");
    const { page } = visitor;
    const csv = "name,type\nlogger-1,smartMINI\nlogger-1,smartMINI\nlogger-2,smartMINI\n";

    await page.getByRole("button", { name: "Import CSV" }).click();
    const file = { name: "devices.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await page.getByLabel("CSV file").setInputFiles(file);
    await page.keyboard.press("Escape"); // [17/19] nothing is lost: the file lies where it was, so nothing is asked
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Import CSV" }).click();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Choose a file.").waitFor();
    await page.getByLabel("CSV file").setInputFiles(file);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("2 of 3 devices were created").waitFor();

    expect(await page.getByRole("dialog").getByRole("row").count()).toBe(2);
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click(); // [17/16] their tokens
    const tokens = await readFile(await (await downloaded).path(), "utf8");
    expect(tokens).toMatch(/^name,token,id\r\nlogger-1,[\w-]{20,},[\da-f-]{36}\r\nlogger-2,/);
    await page.getByRole("dialog").getByRole("button", { name: "Show" }).click();
    await page
      .getByRole("dialog")
      .getByText(tokens.split(",")[3] ?? "no token")
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("link", { name: "logger-2" }).waitFor();
  });

  test("[API5, AUTH5] thousands of devices scroll, only those in view are fetched and drawn; a viewer is offered nothing that would be refused, and sees no credentials, nor a device of another tenant", async () => {
    const tenant = await stage.app.tenant();
    const name = (index: number) => `logger-${String(index).padStart(6, "0")}`;
    const names = Array.from({ length: deviceCount }, (_, index) => `${name(index)},bulk`);
    await importCsv(tenant, ["name,type", ...names].join("\n"));
    const other = await stage.app.device(stage.tenant);
    await using visitor = await arrivedIn(tenant, "/", "VIEWER");
    const { page } = visitor;
    const pages: string[] = [];
    page.on("request", (request) => request.url().includes("/devices?") && pages.push(request.url()));

    await page.getByRole("link", { name: name(0) }).waitFor();
    expect(await page.getByRole("link", { name: "New device" }).count()).toBe(0);
    await page.locator(".device-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole("link", { name: name(deviceCount - 1) }).waitFor();

    expect(await page.getByRole("row").count()).toBeLessThan(60);
    expect(new Set(pages).size).toBeLessThan(6);
    await page.getByRole("button", { name: "Last contact" }).click();
    await page.waitForURL(/sort=lastActivityTime/);

    // [#17] whoever opens a device and comes back finds the list where it was, also when something was sent meanwhile
    await page.goBack();
    const middle = Math.floor(deviceCount / 2);
    const opened = page.getByRole("link", { name: name(middle), exact: true });
    const isInMiddle = async () => {
      await page.locator(".device-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
      return opened.isVisible();
    };
    await expect.poll(isInMiddle).toBe(true); // the way back may begin at the top once more
    const place = () => page.locator(".device-scroll").evaluate(({ scrollTop }) => Math.round(scrollTop));
    const before = await place();
    await opened.click();
    await page.getByRole("heading", { name: name(middle) }).waitFor();
    await page.getByRole("link", { name: "Telemetry" }).waitFor();
    expect(await page.getByRole("link", { name: "Credentials" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    const id = new URL(page.url()).pathname.split("/")[2];
    const path = `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`;
    expectOk(await tenant.admin.post(path, { temperature: 20 }));
    await page.goBack();
    await opened.waitFor();
    expect(await place()).toBe(before);

    await visitor.go(`/devices/${id}/credentials`);
    await page.getByText("Your role does not allow this").waitFor();
    visitor.provokes(404);
    await visitor.go(`/devices/${other.id.id}`);
    await page.getByRole("heading", { name: "There is no such device" }).waitFor();
  });

  test("[DEV4] a token is hidden at first, can be shown, and is replaced when it is rotated", async () => {
    const { tenant } = stage;
    const device = await stage.app.device(tenant);
    const tokenOf = async () =>
      (await tenant.admin.get(`/api/device/${device.id.id}/credentials`)).json<{ credentialsId: string }>()
        .credentialsId;
    const before = await tokenOf();
    await using visitor = await stage.insiderAt(`/devices/${device.id.id}/credentials`);
    const { page } = visitor;

    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText(before, { exact: true }).waitFor();
    await page.getByText(`v1/${before}/telemetry`).waitFor();
    await page.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
    await page.getByText("The device has a new token").waitFor();

    const after = await tokenOf();
    expect(after).not.toBe(before);
    await page.getByText(after, { exact: true }).waitFor();
  });

  atLength("a device of another tenant is not there for who may do everything in the own one", async () => {
    const other = await stage.app.device(await stage.app.tenant());
    await using visitor = await arrivedIn(await stage.app.tenant(), `/devices/${other.id.id}`);
    visitor.provokes(404);

    await visitor.page.getByRole("heading", { name: "There is no such device" }).waitFor();
  });

  atLength(
    "rows further down that cannot be read say so, are tried again, and a list that was read stays",
    async () => {
      const tenant = await stage.app.tenant();
      const name = (index: number) => `logger-${String(index).padStart(3, "0")}`;
      await importCsv(tenant, ["name", ...Array.from({ length: 150 }, (_, index) => name(index))].join("\n"));
      await using visitor = await arrivedIn(tenant);
      const { page } = visitor;
      visitor.provokes(400);
      await page.getByRole("link", { name: name(0) }).waitFor();
      await page.route(/\/devices\?/, (route) =>
        route.fulfill({ status: 400, json: { status: 400, errorCode: 31, message: "not today" } }),
      );

      const refused = page.waitForResponse((response) => response.status() === 400);
      await page.locator("summary", { hasText: `Actions: ${name(0)}` }).click();
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await refused; // the list is read again, in vain
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      await page.getByRole("link", { name: name(0) }).waitFor();
      expect(await page.getByRole("heading", { name: "That did not work" }).count()).toBe(0);

      await page.locator(".device-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const last = page.getByRole("row").last();
      await last.getByText("not today").waitFor();
      await page.unroute(/\/devices\?/);
      await last.getByRole("button", { name: "Try again" }).click();

      await page.getByRole("link", { name: name(149) }).waitFor();
    },
  );

  atLength("a list that cannot be read says so and offers to try again", async () => {
    const tenant = await stage.app.tenant();
    await stage.app.device(tenant, { name: "pump-7" });
    await using visitor = await arrivedIn(tenant, "/users");
    const { page } = visitor;
    visitor.provokes("no answer");

    await page.route("**/api/tenants/*/devices?**", (route) => route.abort());
    await page.getByRole("link", { name: "Control Center" }).click();
    await page.getByText("The server does not answer").waitFor();
    await page.unroute("**/api/tenants/*/devices?**");
    await page.getByRole("button", { name: "Try again" }).click();

    await page.getByRole("link", { name: "pump-7" }).waitFor();
  });

  atLength(
    "[#17.4] a page wanted while the server is away stays, says so and comes by itself when the server is back",
    async () => {
      const tenant = await stage.app.tenant();
      await using visitor = await arrivedIn(tenant, "/users");
      const { page } = visitor;
      visitor.losesServer();

      await page.route("**/*", (route) => route.abort());
      await page.getByRole("link", { name: "Projects" }).click();
      await page.getByText("The server does not answer").waitFor();
      await page.getByRole("button", { name: "Try again" }).waitFor();
      await page.unroute("**/*");

      await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    },
  );

  atLength("the live list of types follows what is there", async () => {
    const tenant = await stage.app.tenant();
    const made: DeviceRecord[] = [];
    for (const type of ["a", "a", "b"]) made.push(await stage.app.device(tenant, { type }));
    await using visitor = await arrivedIn(tenant);
    const { page } = visitor;

    await page.getByLabel("Type", { exact: true }).selectOption("b");
    await page.waitForURL(/type=b/);
    await page.getByRole("link", { name: made[0]?.name ?? "" }).waitFor({ state: "detached" });

    await page.getByRole("link", { name: made[2]?.name ?? "" }).waitFor();
  });
});
