import type { DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, type OwnTenant, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";

const phone = { viewport: { width: 390, height: 844 } };

webStories("lists of devices", (stage) => {
  const send = async (tenant: TestTenant, id: string, values: object) =>
    expectOk(await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: Date.now(), values }));

  /** Three pumps that measure, one of them too hot, and a fan that does not. */
  async function field(tenant: OwnTenant) {
    const pumps: DeviceRecord[] = [];
    for (const [name, heat] of [
      ["pump 1", 40],
      ["pump 2", 61.5],
      ["pump 3", 93],
    ] as const) {
      const device = await stage.app.device(tenant, { name, type: "pump" });
      pumps.push(device);
      await send(tenant, device.id.id, { heat, state: 1 });
      const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/attributes/SERVER_SCOPE`;
      expectOk(await tenant.admin.post(path, { hall: name === "pump 1" ? "north" : "south" }));
    }
    await stage.app.device(tenant, { name: "fan", type: "fan" });
    const type = await tenant.admin.calls.deviceTypes.get({ deviceProfileId: pumps[0]?.deviceProfileId.id ?? "" });
    await tenant.admin.calls.deviceTypes.save({
      body: {
        ...{ id: type.id, version: type.version, name: type.name },
        channels: [
          {
            key: "heat",
            name: "Bearing temperature",
            unit: "Cel",
            decimals: 1,
            limits: { warnAbove: 80, alarmAbove: 90 },
          },
          { key: "state", name: "State", states: [{ value: 1, name: "Running" }] },
        ],
      },
    });
    const alarm = { originator: { id: pumps[2]?.id.id }, type: "Bearing hot", severity: "MAJOR" };
    expectOk(await tenant.admin.post("/api/alarm", alarm));
    return pumps;
  }

  /** That of the stories which leave it as they found it. */
  const lasting = new WeakMap<OwnTenant, Promise<DeviceRecord[]>>();
  function lastingField(): Promise<DeviceRecord[]> {
    const pumps = lasting.get(stage.tenant) ?? field(stage.tenant);
    lasting.set(stage.tenant, pumps);
    return pumps;
  }

  test("[issue 17.21] a column, a filter and an order make a view, which is saved, linked and deleted", async () => {
    const { tenant } = stage;
    const pumps = await lastingField();
    await using visitor = await stage.insiderAt("/devices");
    const { page } = visitor;
    const dialog = page.getByRole("dialog");
    const names = () => page.locator(".device-rows .device-name a").allTextContents();

    await page.getByText("Bearing hot").waitFor();
    await page.getByRole("button", { name: /Columns/ }).click();
    await dialog.getByRole("combobox", { name: "Add the newest value of a channel" }).fill("heat");
    await page.keyboard.press("Enter");
    await dialog.getByText("Close", { exact: true }).click();
    await page.getByRole("button", { name: "Bearing temperature °C" }).click();
    await expect.poll(names).toEqual(["pump 1", "pump 2", "pump 3", "fan"]);
    await send(tenant, pumps[0]?.id.id ?? "", { heat: 44.4 });
    await page.getByText("44.4").waitFor(); // by itself
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await dialog.locator("option[value='Bearing temperature, °C · heat']").first().waitFor({ state: "attached" });
    await dialog.getByLabel("Channel").fill("bearing temperature");
    await page.keyboard.press("Tab");
    await dialog.getByLabel("Value (°C)", { exact: true }).fill("60");
    await dialog.getByText("2 devices match").waitFor();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect.poll(names).toEqual(["pump 2", "pump 3"]);

    await page.getByRole("button", { name: "Save view" }).click();
    await dialog.getByLabel("Name").fill("Running hot");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/view=/);
    const link = new URL(page.url());
    await page.getByRole("button", { name: "All devices" }).click();
    await expect.poll(names).toContain("fan");
    await visitor.go(`${link.pathname}${link.search}`);
    await expect.poll(names).toEqual(["pump 2", "pump 3"]);
    await page.locator("summary", { hasText: "Actions: view Running hot" }).click();
    await page.getByRole("button", { name: "Change this view" }).click();
    await dialog.getByRole("button", { name: "Delete view" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect.poll(names).toContain("fan");
  });

  atLength(
    "[issue 17.21] columns, filters and order of a view are offered by name, shown live, shared, linked, changed and seen by others",
    async () => {
      const tenant = await stage.app.tenant();
      const pumps = await field(tenant);
      await using visitor = await stage.visitorAt("/devices", tenant.username);
      const { page } = visitor;
      const dialog = page.getByRole("dialog");
      // by its link: "pump 2" is in "pump 21 sec. ago" of the others, too
      const row = (name: string) =>
        page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

      await row("pump 3").getByText("Bearing hot").waitFor(); // the highest alarm by name
      await page.getByRole("button", { name: /Columns/ }).click();
      const offered = dialog.locator("option[value='Bearing temperature, °C · heat']");
      await offered.first().waitFor({ state: "attached" }); // known by its name
      expect(await dialog.locator("option[value='hall (of the server)']").count()).toBe(1);
      expect(await dialog.textContent()).not.toContain("_SCOPE");
      await dialog.getByRole("combobox", { name: "Add the newest value of a channel" }).fill("Bearing temperature");
      await dialog.getByRole("button", { name: "Add: Add the newest value of a channel" }).click();
      await dialog.getByRole("combobox", { name: "Add the newest value of a channel" }).fill("state");
      await page.keyboard.press("Enter");
      await dialog.getByRole("combobox", { name: "Add the last 24 hours of a channel as a line" }).fill("heat");
      await page.keyboard.press("Enter");
      await dialog.getByRole("combobox", { name: "Add an attribute" }).fill("hall");
      await page.keyboard.press("Enter");
      for (const column of ["Serial number", "Firmware", "Label"])
        await dialog.getByRole("button", { name: `Remove column ${column}` }).click();
      await expectAccessibleAtLength(page);
      await dialog.getByText("Close", { exact: true }).click();
      await page.getByRole("columnheader", { name: "Bearing temperature °C" }).waitFor(); // the unit once, from the type
      await row("pump 2").getByText("61.5").waitFor();
      await row("pump 2").getByText("Running").waitFor(); // the state by its name
      await row("pump 3").getByText("Alarm: ").waitFor({ state: "attached" }); // the limit, in words too
      await row("fan").getByText("–").first().waitFor();
      await row("pump 1").getByText("north").waitFor();
      await send(tenant, pumps[0]?.id.id ?? "", { heat: 44.4 });
      await row("pump 1").getByText("44.4").waitFor(); // by itself
      const shown = page.locator(".device-rows .device-name a");
      await page.getByRole("button", { name: "Bearing temperature °C" }).click();
      await expect.poll(() => shown.allTextContents()).toEqual(["pump 1", "pump 2", "pump 3", "fan"]);
      await page.getByRole("button", { name: "Bearing temperature °C" }).click();
      await expect.poll(() => shown.allTextContents()).toEqual(["pump 3", "pump 2", "pump 1", "fan"]);
      expect(new URL(page.url()).searchParams.get("sort")).toBe("v*heat");
      await page.getByRole("button", { name: "hall", exact: true }).click();
      await expect.poll(() => shown.allTextContents()).toEqual(["pump 1", "pump 2", "pump 3", "fan"]);
      await page.getByRole("columnheader", { name: "hall" }).and(page.locator("[aria-sort=ascending]")).waitFor();

      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await dialog.getByLabel("Channel").fill("bearing temperature"); // nobody has to know keys
      await page.keyboard.press("Tab");
      await dialog.getByText("Bearing temperature, °C").waitFor();
      await dialog.getByLabel("Value (°C)", { exact: true }).fill("60");
      await dialog.getByText("2 devices match").waitFor();
      await dialog.getByRole("button", { name: "Apply" }).click();
      await row("fan").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Highest alarm" }).click();
      await page.getByRole("button", { name: "Highest alarm" }).click();
      await page.getByRole("button", { name: "Compact" }).click();
      await page.waitForURL(/where=v\*heat\*GREATER\*60/);
      expect(page.url()).not.toMatch(/%5B|%7B|%22/); // links that people can read
      await page.getByRole("button", { name: "Save view" }).click();
      await dialog.getByLabel("Name").fill("Running hot");
      await dialog.getByLabel("Everybody in the tenant").check();
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.waitForURL(/view=/);
      const link = new URL(page.url());
      expect([...link.searchParams.keys()]).toEqual(["view"]);
      await page.getByRole("button", { name: "All devices" }).click();
      await row("fan").waitFor();
      await expectAccessibleAtLength(page);

      const username = `viewer of ${tenant.id}`;
      await stage.app.user(tenant.admin, tenant.id, username, "VIEWER");
      await using other = await stage.visitorAt(`${link.pathname}${link.search}`, username);
      await other.page.getByRole("button", { name: /Running hot/ }).waitFor();
      await other.page
        .getByRole("row", { name: /pump 3/ })
        .getByText("93.0")
        .waitFor();
      const names = other.page.locator(".device-rows .device-name a");
      await expect.poll(() => names.allTextContents()).toEqual(["pump 3", "pump 2"]); // the worst first
      await other.page.getByRole("button", { name: /Columns/ }).click();
      await other.page.getByRole("button", { name: "Remove column Type" }).click();
      await other.page.getByRole("dialog").getByText("Close", { exact: true }).click();
      await other.page.getByText("Changed").waitFor();
      await other.page.getByRole("button", { name: "Save view" }).click(); // not theirs to change: one of their own
      await other.page.getByRole("dialog").getByLabel("Name").fill("Mine");
      expect(await other.page.getByLabel("Everybody in the tenant").count()).toBe(0);
      await other.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await other.page.getByRole("button", { name: "Mine" }).waitFor();

      await page.reload();
      await page.getByRole("button", { name: /Running hot/ }).click();
      expect(await page.getByRole("button", { name: "Mine" }).count()).toBe(0);
      await page.locator("summary", { hasText: "Actions: view Running hot" }).click();
      await page.getByRole("button", { name: "Change this view" }).click();
      await dialog.getByRole("button", { name: "Delete view" }).click();
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await row("fan").waitFor();
      await visitor.go(`${link.pathname}${link.search}`);
      await page.getByText("This view is not there any more").waitFor();
    },
  );

  atLength(
    "[issue 17.21, 17.25] rows are walked and chosen by keys, a filter that finds nothing is named, and a phone has cards",
    async () => {
      const tenant = await stage.app.tenant();
      await field(tenant);
      await using visitor = await stage.visitorAt("/devices?cols=alarm+v*heat+h*heat", tenant.username);
      const { page } = visitor;

      await page.getByRole("link", { name: "fan" }).focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Shift+Space");
      await page.getByText("2 devices selected").waitFor();
      await page.keyboard.press("Control+a");
      await page.getByText("All 4 devices that match selected").waitFor();
      await page.keyboard.press("Escape");
      await page.getByText("All 4 devices that match selected").waitFor({ state: "detached" });
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "pump 2" }).waitFor();

      await visitor.go("/devices?where=v*heat*GREATER*500+name*CONTAINS*pump");
      await page.getByText("No device meets “Bearing temperature > 500 °C”").waitFor();
      await page.getByRole("button", { name: "Remove “Bearing temperature > 500 °C”" }).click();
      await page.getByRole("link", { name: "pump 1" }).waitFor();
      await page.goBack(); // each choice is a step
      await page.getByText("No device meets “Bearing temperature > 500 °C”").waitFor();
      await page.goForward();
      await page.getByRole("link", { name: "pump 1" }).waitFor();
      await page.getByRole("combobox", { name: "Type" }).selectOption("fan");
      await page.getByText("No device meets").waitFor();
      await page.goBack();
      await page.getByRole("link", { name: "pump 1" }).waitFor();
      const typed = page.getByRole("searchbox", { name: "Search name, label, serial number" });
      await typed.pressSequentially("pump 2", { delay: 60 });
      await page.waitForURL(/q=pump\+2/);
      await page.goBack(); // all that was typed is one step
      await page.getByRole("link", { name: "pump 1" }).waitFor();
      expect([await typed.inputValue(), new URL(page.url()).searchParams.get("q")]).toEqual(["", null]);
      await page.getByRole("button", { name: /Columns/ }).click();
      await page.getByRole("button", { name: "Remove column Label" }).click();
      await page.getByRole("button", { name: "Remove column Type" }).click();
      await page.getByRole("dialog").getByText("Close", { exact: true }).click();
      await page.goBack(); // the columns that were chosen at once, too
      await page.getByRole("columnheader", { name: "Type" }).waitFor();
      await page.getByRole("columnheader", { name: "Label" }).waitFor();

      await using small = await stage.visitorAt("/devices?cols=alarm+v*heat+h*heat", tenant.username, {
        ...phone,
        colorScheme: "dark",
      });
      await small.page
        .getByRole("row", { name: /pump 3/ })
        .getByText("93.0")
        .waitFor();
      await small.page
        .getByRole("row", { name: /pump 3/ })
        .getByText("Bearing hot")
        .waitFor();
      await small.page.getByRole("checkbox", { name: "pump 3" }).check();
      await small.page.locator(".selection-bar summary").click(); // what does not fit is behind it, and all of it in sight
      for (const action of ["Acknowledge", "Send command", "Export", "Delete"]) {
        const box = await small.page.getByRole("button", { name: action, exact: true }).boundingBox();
        expect([action, box && box.x >= 0 && box.x + box.width <= 390]).toEqual([action, true]);
      }
      expect(await small.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await expectAccessibleAtLength(small.page);
    },
  );

  atLength(
    "[issue 17.21] chosen devices get attributes and a type in jobs that can be undone, are exported with tokens, and deleted by their number",
    async () => {
      const tenant = await stage.app.tenant();
      await field(tenant);
      await using visitor = await stage.visitorAt("/devices?cols=type+a*server*hall", tenant.username);
      const { page } = visitor;
      const dialog = page.getByRole("dialog");
      const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
      const closed = () => dialog.getByText("Close", { exact: true }).click();

      await page.getByRole("button", { name: "All devices 4" }).waitFor(); // views say how many they have
      await page.getByLabel("Select pump 2").check();
      await page.getByLabel("Select pump 3").check();
      await page.getByRole("button", { name: "Compare" }).click();
      await page.waitForURL(/\/telemetry\?keys=heat&others=/); // both in one chart
      await page.getByRole("heading", { name: "pump 2" }).waitFor();
      await page.getByRole("link", { name: "pump 3" }).waitFor();
      await page.goBack();
      await page.getByLabel("Select pump 3").check();
      await page.getByRole("button", { name: "Acknowledge" }).click();
      await dialog.getByRole("button", { name: "Acknowledge" }).click();
      await dialog.getByText("Done: 1 device of 1 changed").waitFor();
      await closed();
      await page.getByRole("link", { name: "pump 3" }).click();
      await page.getByRole("link", { name: "Bearing hot" }).click(); // the head of a device names its worst alarm
      await page.waitForURL(/alarms\?alarm=/);
      await page.getByRole("heading", { name: "Bearing hot" }).waitFor();
      expect(await page.getByRole("button", { name: "Acknowledge: Bearing hot" }).count()).toBe(0);
      await page.goBack();
      await page.goBack();

      await page.getByLabel("Select pump 1").check();
      await page.getByLabel("Select pump 2").check();
      await page.getByRole("button", { name: "Attributes" }).click();
      await dialog.getByLabel("Attribute", { exact: true }).fill("hall");
      await dialog.getByLabel("Value", { exact: true }).fill("west");
      await expectAccessibleAtLength(page);
      await dialog.getByRole("button", { name: "Change 2 devices" }).click();
      await dialog.getByText("Done: 2 devices of 2 changed").waitFor();
      await row("pump 2").getByText("west").waitFor();
      await dialog.getByRole("button", { name: "Undo" }).click();
      await dialog.getByRole("region", { name: "Undo a job" }).getByText("Done: 2 devices of 2 changed").waitFor();
      await row("pump 2").getByText("south").waitFor();
      await row("pump 1").getByText("north").waitFor();
      await closed();

      await page.getByLabel("Select all that match").check();
      await page.getByRole("button", { name: "Change type" }).click();
      await dialog.getByLabel("New type").selectOption("fan");
      await dialog.getByRole("button", { name: "Change 4 devices" }).click();
      await dialog.getByText("Done: 3 devices of 4 changed").waitFor(); // one was of it already
      await closed();
      await row("pump 3").getByText("fan").waitFor();
      await page.locator("option", { hasText: "fan (4)" }).waitFor({ state: "attached" }); // counts follow what a job did

      await page.getByLabel("Select all that match").check();
      await page.getByRole("button", { name: "Export" }).click();
      await dialog.getByLabel(/With access tokens/).check();
      const file = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Export 4 devices" }).click();
      expect((await file).suggestedFilename()).toBe("devices.csv");

      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await dialog.getByText("All 4 are deleted with their telemetry").waitFor();
      await dialog.getByLabel("Type 4 to delete them").fill("3");
      await dialog.getByRole("button", { name: "Delete 4 devices" }).click();
      await dialog.getByText("That is not 4").waitFor();
      await dialog.getByLabel("Type 4 to delete them").fill("4");
      await dialog.getByRole("button", { name: "Delete 4 devices" }).click();
      await dialog.getByText("Done: 4 devices of 4 deleted").waitFor();
      await closed();
      await page
        .getByText("Nothing matches")
        .or(page.getByRole("heading", { name: /first device/ }))
        .first()
        .waitFor();
    },
  );

  /** Two of them have the same. */
  async function givePlaces(tenant: TestTenant, pumps: readonly DeviceRecord[]): Promise<void> {
    const [first, second, third] = pumps.map(({ id }) => id.id);
    await send(tenant, first ?? "", { latitude: 48.1, longitude: 11.5 });
    await send(tenant, second ?? "", { latitude: 48.1, longitude: 11.5 });
    await send(tenant, third ?? "", { position: "53.5, 10" });
  }

  test("[issue 17.24] the map shows the devices of the list where they are, many as one, and opens them", async () => {
    await givePlaces(stage.tenant, await lastingField());
    await using visitor = await stage.insiderAt("/devices");
    const { page } = visitor;

    await page.getByRole("link", { name: "Map", exact: true }).click();
    await page.waitForURL(/as=map/);
    await page.getByText("3 of 4 devices have a place.").waitFor();
    await page.getByRole("link", { name: /pump 3/ }).waitFor();
    await page.getByRole("button", { name: "2 devices here" }).click();
    await page.getByRole("region", { name: "Devices at this place" }).getByRole("link", { name: "pump 2" }).waitFor();
    await expectAccessibleAtLength(page);
    await page.getByRole("searchbox").fill("pump 3");
    await page.getByText("1 of 1 devices have a place.").waitFor();
    await visitor.go("/devices?as=map&q=fan");
    await page.getByText("No device has a place yet").waitFor();
  });

  atLength("[issue 17.24] the map fits a phone, and opens a device there", async () => {
    const tenant = await stage.app.tenant();
    await givePlaces(tenant, await field(tenant));
    await using small = await stage.visitorAt("/devices?as=map&where=v*heat*GREATER*50", tenant.username, phone);
    await small.page.getByText("2 of 2 devices have a place.").waitFor();
    expect(await small.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await small.page.getByRole("link", { name: /pump 3/ }).click();
    await small.page.getByRole("heading", { name: "pump 3" }).waitFor();
  });
});
