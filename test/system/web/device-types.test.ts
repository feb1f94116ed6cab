import type { DeviceTypeRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength, seriousFindings } from "../../support/axe.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("device types", (stage) => {
  async function given(fields: object): Promise<DeviceTypeRecord> {
    return expectOk(await stage.tenant.admin.post("/api/deviceProfile", fields)).json<DeviceTypeRecord>();
  }

  async function deviceOf(type: DeviceTypeRecord, values: object): Promise<string> {
    const { id } = await stage.app.device(stage.tenant, { type: type.name });
    expectOk(await stage.tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, values));
    return id.id;
  }

  atLength("[TYP2] small limits are shown with all their digits", async () => {
    const channels = [{ key: "leak", limits: { warnAbove: 0.0004, alarmAbove: 0.0005 } }];
    const type = await given({ name: fresh("Stand L"), channels });
    await using visitor = await stage.visitorAt(`/types/${type.id.id}`);
    const row = visitor.page.getByRole("row", { name: "leak" });

    await row.getByText("Warn above 0.0004, Alarm above 0.0005").waitFor({ state: "attached" });
  });

  test("[TYP2] seen keys are taken over, described by keyboard and saved, and the device shows them so", async () => {
    const type = await given({ name: fresh("Stand A") });
    const device = await deviceOf(type, { oil_temp: 95.123, door: true });
    await using visitor = await stage.visitorAt(`/types/${type.id.id}`);
    const { page } = visitor;

    await page.getByRole("button", { name: "Take all 2 over" }).click();
    await page.getByRole("button", { name: "oil_temp", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Name", { exact: true }).fill("Oil temperature");
    await page.getByLabel("Unit").fill("Cel");
    await page.getByLabel("Decimals").fill("99");
    await page.locator(".field").getByText("a whole number from 0 to 15").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.getByLabel("Decimals").fill("1");
    await page.getByLabel("Warn above").fill("100");
    await page.getByLabel("Alarm above").fill("90");
    await page.getByText("limits must rise").waitFor();
    await page.getByRole("alert").getByText("These have to go up").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.getByLabel("Warn above").fill("80");
    await page.getByLabel("Alarm above").fill("9o");
    await page.getByLabel("Warn above").focus();
    await page.getByRole("alert").getByText("This is no number: what was there before counts.").waitFor();
    await page.getByLabel("Alarm above").fill("90");
    const verdict = page.locator(".limit-verdict p").last();
    await expect.poll(() => verdict.innerText()).toMatch(/^Alarm above 90: would have been exceeded on 1 device, 100%/);
    const handle = page.getByRole("slider", { name: "Upper alarm limit" });
    await handle.press("ArrowRight");
    await expect.poll(() => page.getByLabel("Alarm above").inputValue()).toBe("90.1");
    await handle.press("ArrowLeft");
    await expect.poll(() => page.getByLabel("Alarm above").inputValue()).toBe("90");
    await page.locator(".channel-preview").getByText("95.1 °C").waitFor();
    await page.getByText("2 changes, not saved yet · shown on 1 device at once").waitFor();
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor(); // and not "Not saved yet"
    const seen = page
      .getByRole("row", { name: /oil_temp/ })
      .getByRole("cell")
      .nth(5);
    await expect.poll(() => seen.innerText()).toBe("1");
    if (isLongRun()) {
      const hasFocus = (name: string) =>
        expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(name);
      await page.getByLabel("Unit").press("Escape");
      await hasFocus("Oil temperature");
      await page.getByRole("button", { name: "Delete: door" }).click();
      await hasFocus("Oil temperature");
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
      await page.getByRole("button", { name: "door", exact: true }).waitFor();
      await page.getByRole("button", { name: "History" }).click();
      await page.getByRole("button", { name: "Changed" }).waitFor();
    }

    const saved = (await stage.tenant.admin.get(`/api/deviceProfile/${type.id.id}`)).json<DeviceTypeRecord>();
    expect(saved.channels).toEqual(
      expect.arrayContaining([
        {
          ...{ key: "oil_temp", kind: "number", name: "Oil temperature", unit: "Cel", decimals: 1 },
          limits: { warnAbove: 80, alarmAbove: 90 },
        },
        { key: "door", kind: "state" },
      ]),
    );
    await visitor.go(`/devices/${device}`);
    const tile = page.getByRole("link", { name: /Oil temperature/ });
    await expect.poll(async () => (await tile.innerText()).replaceAll(/\s+/g, " ")).toContain("95.1 °C");
    await expect.poll(() => tile.locator(".severity-alarm").count()).toBe(1);
  });

  atLength("[TYP1] who saves second is told, and keeps what was typed", async () => {
    const type = await given({ name: fresh("Stand B"), channels: [{ key: "speed" }] });
    await using visitor = await stage.visitorAt(`/types/${type.id.id}`);
    const { page } = visitor;
    visitor.provokes(409);
    await page.getByRole("button", { name: "General" }).click();
    await page.getByLabel("Description").fill("mine");
    expectOk(await stage.tenant.admin.post("/api/deviceProfile", { ...type, description: "theirs" }));

    await page.getByRole("button", { name: "Save" }).click();

    await page.getByText(`Somebody saved ${type.name} meanwhile`).waitFor();
    expect(await page.getByLabel("Description").inputValue()).toBe("mine");
    await page.getByRole("button", { name: "Copy mine" }).waitFor();
    await page.getByRole("button", { name: "Load the newer one" }).click();
    await expect.poll(() => page.getByLabel("Description").inputValue()).toBe("theirs");
    await page.getByLabel("Description").fill("both");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
  });

  atLength("[TYP2] commands of the type are buttons with forms, its attributes a form, in German too", async () => {
    const type = await given({
      name: fresh("Stand C"),
      commands: [{ method: "stop", name: "Stop", names: { de: "Anhalten" }, confirmation: "Really?" }],
      attributes: [{ key: "interval", name: "Interval", kind: "number", unit: "s" }],
    });
    const device = await deviceOf(type, { a: 1 });
    await using visitor = await stage.visitorAt("/types");
    const { page } = visitor;
    await page.evaluate(() => localStorage.setItem("heliograph.language", "de"));
    await visitor.open(`/devices/${device}/attributes`);

    await page.getByLabel("Interval (s)").fill("30");
    await page.getByRole("button", { name: "Speichern" }).click();
    const path = `/api/plugins/telemetry/DEVICE/${device}/values/attributes/SHARED_SCOPE`;
    await expect
      .poll(async () => (await stage.tenant.admin.get(path)).json())
      .toMatchObject([{ key: "interval", value: 30 }]);
    await visitor.go(`/devices/${device}/commands`);
    await page.getByRole("button", { name: "Anhalten" }).click();
    await page.getByText("Really?").waitFor();
    await expectAccessibleAtLength(page);
    await visitor.open("/types");
    visitor.provokes(409);
    await page.getByRole("button", { name: "Neuer Typ" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(type.name);
    await page.getByRole("dialog").getByRole("button", { name: "Anlegen" }).click();
    await page.getByRole("alert").getByText(`Einen Gerätetyp namens ${type.name} gibt es`).waitFor();
  });

  atLength("[TYP2] a device is described otherwise than its type", async () => {
    const type = await given({ name: fresh("Stand E"), channels: [{ key: "level", unit: "mm", decimals: 0 }] });
    const device = await deviceOf(type, { level: 12.34 });
    await using visitor = await stage.visitorAt(`/devices/${device}`);
    const { page } = visitor;

    await page.getByRole("button", { name: "Describe otherwise" }).click();
    expect(await page.getByLabel("Unit").getAttribute("placeholder")).toBe("mm");
    await page.getByLabel("Decimals").fill("1");
    await page.getByRole("button", { name: "As the type says: level" }).waitFor();
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Save" }).click();

    await page.getByRole("link", { name: /level.*12\.3 mm/ }).waitFor();
    const said = (await stage.tenant.admin.get(`/api/device/${device}/channels`)).json();
    expect(said).toMatchObject({ overrides: [{ key: "level", decimals: 1 }], version: 1 });
    await visitor.go(`/types/${type.id.id}`);
    await page.getByRole("button", { name: "level", exact: true }).click();
    await page.getByText("1 device overrides this channel:").getByRole("link").waitFor();
  });

  atLength("[TYP1] the list and the editor fit a phone in the dark", async () => {
    const type = await given({
      name: fresh("Stand D"),
      channels: [{ key: "a", unit: "V", range: { min: 0, max: 9 } }],
    });
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
    await using visitor = await stage.visitorAt("/types", stage.username, phone);
    const { page } = visitor;
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

    await page.getByRole("link", { name: type.name, exact: true }).waitFor();
    expect([await overflow(), await seriousFindings(page)]).toEqual([0, []]);
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog");
    const other = {
      name: "other.json",
      mimeType: "application/json",
      buffer: Buffer.from('{"name":"something else"}'),
    };
    await dialog.getByLabel("File (JSON)").setInputFiles(other);
    await dialog.getByRole("button", { name: "Import" }).click();
    await dialog.getByRole("alert").getByText("This is no exported device type").waitFor();
    await page.keyboard.press("Escape");
    await visitor.go(`/types/${type.id.id}`);
    await page.getByRole("button", { name: "a", exact: true }).click();
    expect([await overflow(), await seriousFindings(page)]).toEqual([0, []]);
  });

  atLength("[TYP1] a type is copied with all it describes, under another name", async () => {
    const type = await given({ name: fresh("Stand to copy"), channels: [{ key: "speed", unit: "m/s" }] });
    await using visitor = await stage.visitorAt(`/types/${type.id.id}`);
    const { page } = visitor;
    const copy = fresh("Stand that was copied");

    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(copy);
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: copy }).waitFor();

    await page.getByRole("button", { name: "speed", exact: true }).waitFor();
  });

  atLength("[ROL1] who may change types in a project only is told so before anything is typed", async () => {
    const tenant = await stage.app.tenant();
    const project = await tenant.admin.calls.projects.save({ body: { name: "North" } });
    const [username, password] = [`north-${tenant.id}`, testPassword];
    const grants = [{ role: "TENANT_ADMIN" as const, projectId: { id: project.id.id } }];
    await tenant.admin.calls.users.add({ tenantId: tenant.id, body: { username, password, grants } });
    const type = await tenant.admin.calls.deviceTypes.save({ body: { name: "Fixed", channels: [{ key: "speed" }] } });
    await using visitor = await stage.visitorAt(`/types/${type.id.id}`, username);
    const { page } = visitor;

    await page.getByText("needs the permission EDIT_DEVICE_TYPES in the whole tenant").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    await expectAccessibleAtLength(page);
  });
});
