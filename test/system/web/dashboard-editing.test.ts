import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DashboardFile } from "@heliograph/contract";
import type { Download } from "playwright-core";
import { expect } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { pumpDashboards } from "../../support/pump-dashboards.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

webStories("editing dashboards, at length", (stage) => {
  const { pump, saved, read } = pumpDashboards(stage);

  atLength(
    "[DSH5] a pinned value makes a dashboard; two who save it at once have both, and its device's page leads to the type's",
    async () => {
      const { id } = await pump();
      const title = fresh("Pinned");
      await using visitor = await stage.visitorAt(`/devices/${id}`);
      const { page } = visitor;
      const dialog = page.getByRole("dialog");
      await page.getByRole("button", { name: "Pin Bearing to a dashboard" }).click();
      await dialog.getByLabel("Dashboard", { exact: true }).selectOption("A new dashboard");
      await dialog.getByLabel("Title of the new one").fill(title);
      await dialog.getByRole("button", { name: "Pin to a dashboard" }).click();
      await dialog.getByRole("link", { name: "Show the dashboard" }).click();
      await page.locator(".widget-value").getByText("95.1").waitFor();
      const path = new URL(page.url()).pathname;

      await visitor.go(`${path}/edit`);
      await page.getByLabel("Name of the dashboard").fill(`${title} mine`);
      const { id: entity, version, configuration } = await read(path);
      const theirs = { ...configuration, time: { from: "now-1d", to: "now" } };
      const body = { id: entity, version, title: `${title} theirs`, configuration: theirs };
      expectOk(await stage.tenant.admin.post("/api/dashboard", body));
      visitor.provokes(409);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await dialog.getByText("1 value was changed by both").waitFor();
      await dialog.getByText("Time it opens with: now-6h → now-1d").waitFor();
      await expectAccessibleAtLength(page);
      await dialog.getByRole("button", { name: "Put both together and save" }).click();
      await page.getByText("Everything is saved").waitFor();
      const both = await read(path);
      expect([both.version, both.title, both.configuration.time]).toEqual([3, `${title} mine`, theirs.time]);

      await visitor.go(`/devices/${id}`);
      await page.getByRole("button", { name: "Dashboard", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: /^Pump / }).waitFor();
      expect(new URL(page.url()).searchParams.get("choice")).toContain(id);
    },
  );

  atLength("[DSH5] on a phone one is edited by taps; versions come back, and so does what was deleted", async () => {
    const widgets = { note: { kind: "TEXT", version: 1, title: "Note", options: { markdown: "words" } } };
    const layout = [{ widget: "note", x: 0, y: 0, w: 24, h: 8 }];
    const path = await saved({ widgets, pages: [{ id: "overview", title: "Overview", layout }] });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    await using visitor = await stage.visitorAt(`${path}/edit`, stage.username, phone);
    const { page } = visitor;

    await page.getByRole("button", { name: /^Note \(Text\)/ }).tap();
    await page.getByRole("button", { name: "Settings", exact: true }).tap();
    await page.getByLabel("Text", { exact: true }).fill("other words");
    await page.getByRole("button", { name: "Close the settings" }).tap();
    await page.getByRole("button", { name: "Add a widget" }).tap();
    await page.getByRole("button", { name: "Alarm list" }).tap();
    await page.getByRole("button", { name: "Close the settings" }).tap();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Save", exact: true }).tap();
    await page.getByText("Everything is saved").waitFor();
    await page.getByRole("button", { name: "Versions" }).tap();
    await page.getByRole("button", { name: /^Version 1/ }).tap();
    await page.getByText("Alarm list removed").waitFor();
    await page.getByRole("button", { name: "Take this version" }).tap();
    await page.getByRole("button", { name: /^Alarm list/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save", exact: true }).tap();
    await page.getByText("Everything is saved").waitFor();

    const { title, configuration } = await read(path);
    expect(configuration.widgets).toEqual(widgets);
    await visitor.go("/dashboards");
    await page.locator("summary", { hasText: `Actions for ${title}` }).tap();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).tap(),
    ]);
    await page.getByRole("button", { name: "Import" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("File").setInputFiles({ name: "a.json", mimeType: "", buffer: Buffer.from("{}") });
    await dialog.getByRole("button", { name: "Import" }).tap();
    await dialog.getByRole("alert").getByText("not an exported dashboard").waitFor();
    await dialog.getByLabel("File").setInputFiles(await withStranger(file, "Far away"));
    await dialog.getByRole("button", { name: "Import" }).tap();
    await dialog.getByText("Devices: Far away").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().tap();
    await page.locator("summary", { hasText: `Actions for ${title}` }).tap();
    await page.getByRole("button", { name: "Delete" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).tap();
    await page.getByRole("link", { name: title }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Trash" }).tap();
    await page.getByRole("row", { name: title }).getByRole("button", { name: "Take back" }).tap();
    await page.getByText("The trash is empty").waitFor();
    expect((await read(path)).title).toBe(title);
  });

  /** An exported file whose dashboard names a device that is not here. */
  async function withStranger(download: Download, name: string) {
    const file = JSON.parse(await readFile(await download.path(), "utf8")) as DashboardFile;
    const deviceId = randomUUID();
    const variable = {
      kind: "DEVICE" as const,
      name: "device",
      default: { kind: "DEVICES" as const, deviceIds: [deviceId] },
    };
    const configuration = { ...file.configuration, variables: [variable] };
    const travelled = { ...file, title: fresh("Travelled"), names: { devices: { [deviceId]: name } }, configuration };
    return { name: "dashboard.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(travelled)) };
  }
});
