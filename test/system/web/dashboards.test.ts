import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DashboardConfiguration,
  type DashboardFile,
  type DashboardRecord,
  emptyConfiguration,
} from "@heliograph/contract";
import type { Download, Locator, Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { pmtilesOf, vectorTile } from "../../support/pmtiles.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

const channels = [
  { key: "bearing", name: "Bearing", unit: "Cel", decimals: 1, limits: { warnAbove: 80, alarmAbove: 90 } },
  { key: "state", name: "State", states: [{ value: "on", name: "running" }] },
];

webStories("dashboards", (stage) => {
  /** A device of a new type that has sent something. */
  async function pump(): Promise<{ readonly type: string; readonly id: string }> {
    const { admin } = stage.tenant;
    const type = fresh("Pump");
    expectOk(await admin.post("/api/deviceProfile", { name: type, channels }));
    const { id } = await stage.app.device(stage.tenant, { type });
    const values = { bearing: 95.12, state: "on" };
    expectOk(await admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, values));
    return { type, id: id.id };
  }

  async function saved(configuration: Partial<DashboardConfiguration>): Promise<string> {
    const body = {
      title: fresh("<img src=x onerror=alert(1)>"),
      configuration: { ...emptyConfiguration(), ...configuration },
    };
    const made = expectOk(await stage.tenant.admin.post("/api/dashboard", body)).json<DashboardRecord>();
    return `/dashboards/${made.id.id}`;
  }

  test("[DSH5] one is made for a device type, shows its devices, and its time is in words and in the link", async () => {
    const { type } = await pump();
    await using visitor = await stage.visitorAt("/dashboards");
    const { page } = visitor;
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Device type", { exact: true }).selectOption(type);
    await page.getByRole("button", { name: "Create" }).click();
    await page.locator(".widget-value").getByText("95.1").first().waitFor();
    await page.getByRole("img", { name: /Bearing/ }).waitFor();

    await page.locator("summary", { hasText: "Last 6 hours" }).click();
    await page.getByRole("button", { name: "Last month" }).click();
    await page.getByText("No values in this time").first().waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe("now-1M/M");
    await page.goBack();
    await page.getByText("Last 6 hours").waitFor();
  });

  atLength(
    "[DSH5] the time of one is chosen by the wheel, in words, by text and in a calendar, and each is one step back",
    async () => {
      const { type } = await pump();
      await using visitor = await stage.visitorAt("/dashboards");
      const { page } = visitor;
      await page.getByRole("button", { name: "New dashboard" }).click();
      await page.getByLabel("Device type", { exact: true }).selectOption(type);
      await page.getByRole("button", { name: "Create" }).click();
      const value = page.locator(".widget-value").getByText("95.1");
      await value.first().waitFor();
      await page.getByText("Last 6 hours").waitFor();
      await expectAccessibleAtLength(page);
      expect(await plotShare(page)).toBeGreaterThanOrEqual(0.6); // of the height of its tile

      await page.locator(".u-over").first().hover();
      await page.keyboard.down("Control");
      for (const pixels of [-100, -100]) await page.mouse.wheel(0, pixels);
      await page.keyboard.up("Control");
      await page.waitForURL(/from=\d{13}&to=\d{13}/);
      await page.goBack(); // one gesture is one step
      await page.locator("summary", { hasText: "Last 6 hours" }).click();
      await page.getByRole("button", { name: "Last month" }).click();
      await page.getByRole("img", { name: /Bearing/ }).waitFor({ state: "detached" });
      await page.getByText("No values in this time").first().waitFor();
      expect(new URL(page.url()).searchParams.get("from")).toBe("now-1M/M");
      await page.locator("summary", { hasText: "Last month" }).click();
      await page.getByLabel("From", { exact: true }).fill("whenever");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByRole("alert").getByText("Neither a moment").waitFor();
      await page.keyboard.press("Escape");
      await page.goBack();
      await page.locator("summary", { hasText: "Last 6 hours" }).click();
      await page.getByRole("grid", { name: "Calendar" }).locator("[aria-current]").focus();
      for (const key of ["PageUp", "Home", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
      const days = await Promise.all(["From", "To"].map((name) => page.getByLabel(name, { exact: true }).inputValue()));
      expect(days).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), expect.stringMatching(/ 24:00$/)]);
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.waitForURL(/from=\d{12}/);
      const { searchParams: chosen } = new URL(page.url());
      const [from, to] = ["from", "to"].map((name) => Number(chosen.get(name)));
      expect(Math.round((Number(to) - Number(from)) / 86_400_000)).toBe(8); // from one Monday to the next one's end
      await page.goBack();

      await page.getByText("Last 6 hours").waitFor();
      await value.first().waitFor();
    },
  );

  atLength(
    "[DSH4] what cannot be shown says why in its widget, and hostile texts are texts, on a phone too",
    async () => {
      const { id } = await pump();
      const devices = { kind: "DEVICES", deviceIds: [id] };
      const ofVariable = { kind: "VARIABLE", name: "pump" };
      const note = "<script>alert(1)</script> [x](javascript:alert(1)) **bold**";
      const widgets = {
        note: { kind: "TEXT", version: 1, title: fresh("<b>note</b>"), options: { markdown: note } },
        never: {
          kind: "TIME_SERIES",
          version: 1,
          title: "never",
          options: { devices, channels: [{ key: "nothing" }] },
        },
        gauge: { kind: "GAUGE", version: 1, title: "gauge", options: { devices, channel: { key: "bearing" } } },
        gone: { kind: "GAUGE", version: 1, options: { devices: ofVariable, channel: { key: "bearing" } } },
        empty: { kind: "TEXT", version: 1, options: { markdown: "" } },
      };
      const gone = { kind: "DEVICES" as const, deviceIds: [randomUUID()] };
      const variables: DashboardConfiguration["variables"] = [{ kind: "DEVICE", name: "pump", default: gone }];
      const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: at * 4, y: 0, w: 4, h: 8 }));
      const time = { from: "now-30d", to: "now", live: true }; // read again every minute, which nobody waits for here
      const path = await saved({ time, widgets, variables, pages: [{ id: "overview", title: "Overview", layout }] });
      await using visitor = await stage.visitorAt(path, stage.username, { viewport: { width: 390, height: 844 } });
      const { page } = visitor;

      await page.getByRole("img", { name: "gauge: 95.1 °C" }).waitFor();
      expectOk(await stage.tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { bearing: 71.3 }));
      await page.getByRole("img", { name: "gauge: 71.3 °C" }).waitFor();
      await page.getByText("These devices have never sent any of it.").waitFor();
      await page.getByText("<script>alert(1)</script>").waitFor();
      expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
      await page.getByText("No text yet").waitFor();
      await page.getByRole("button", { name: "Choose another device" }).click();
      expect(await page.locator("select:focus option:checked").textContent()).toBe("Device gone");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expectAccessibleAtLength(page);
    },
  );

  atLength(
    "[DSH4, TEL7] a hundred widgets ask once; a device deleted under them is said to be gone, and so is a connection",
    async () => {
      const [stays, goes] = [await pump(), await pump()];
      const widgets = Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => {
          const devices = { kind: "DEVICES", deviceIds: [at === 0 ? goes.id : stays.id] };
          return [
            `w${at}`,
            { kind: "VALUE", version: 1, title: `v${at}`, options: { devices, channel: { key: "bearing" } } },
          ];
        }),
      );
      const layout = Object.keys(widgets).map((widget, at) => ({
        widget,
        x: (at % 6) * 4,
        y: Math.floor(at / 6) * 4,
        w: 4,
        h: 4,
      }));
      const time = { from: "now-15m", to: "now" };
      const path = await saved({ time, widgets, pages: [{ id: "one", title: "One", layout }] });
      await using visitor = await stage.visitor();
      const { page } = visitor;
      visitor.losesServer();
      const asked: string[] = [];
      page.on(
        "request",
        (request) => void (request.url().endsWith("/api/dashboardData") && asked.push(request.method())),
      );
      const askedUntilAnswered = page.waitForResponse(/dashboardData$/).then(() => asked.length);
      await visitor.arrive(path, stage.username);
      const values = page.locator(".widget-value").getByText("95.1");
      await expect.poll(() => values.count()).toBe(100);
      expect(await askedUntilAnswered).toBe(1);

      await stage.tenant.admin.delete(`/api/device/${goes.id}`);
      await expect.poll(() => values.count()).toBe(99);
      await page.getByText("Device gone").waitFor();

      await page.context().setOffline(true);
      await page.getByText("no connection since").waitFor();
      await page.context().setOffline(false);
      await page.getByText("no connection since").waitFor({ state: "detached" });
      await expect.poll(() => values.count()).toBe(99);
    },
  );

  test("[DSH3] a control asks, writes and says how it went; a map has its devices and a plan its values", async () => {
    const { id } = await pump();
    const { admin } = stage.tenant;
    const place = { latitude: 52.5, longitude: 13.4 };
    expectOk(await admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, place));
    const devices = { kind: "DEVICES", deviceIds: [id] };
    const control = { devices, form: "SWITCH", writes: "SHARED_ATTRIBUTE", key: "relay", confirm: "Start the pump?" };
    const picture =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    const plan = { picture, values: [{ deviceId: id, channel: { key: "bearing" }, x: 0.5, y: 0.5 }] };
    const widgets = {
      relay: { kind: "CONTROL", version: 1, title: "Relay", options: control },
      where: { kind: "MAP", version: 1, title: "Where", options: { devices } },
      plan: { kind: "IMAGE", version: 1, title: "Plan", options: plan },
      away: { kind: "EMBED", version: 1, title: "Weather", options: { url: "https://example.org/weather" } },
    };
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: at * 6, y: 0, w: 6, h: 10 }));
    const path = await saved({ widgets, pages: [{ id: "overview", title: "Overview", layout }] });
    await using visitor = await stage.visitorAt(path);
    const { page } = visitor;

    await page.getByRole("switch", { name: "Relay" }).click();
    await page.getByRole("dialog").getByText("Start the pump?").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    await page.getByRole("switch", { name: "Relay", checked: true }).waitFor();
    await page.getByRole("group", { name: /^Where: / }).waitFor();
    await page.locator(".plan-value", { hasText: "95.1 °C" }).waitFor();
    await page.getByText("example.org").waitFor();

    const { value } = await relayOf(id);
    expect(value).toBe(true);
    await expectAccessibleAtLength(page);
  });

  atLength(
    "[DSH3] a note is written on a chart by keys, changed and deleted there, and what others saved meanwhile stays",
    async () => {
      const { id } = await pump();
      const options = { devices: { kind: "DEVICES", deviceIds: [id] }, channels: [{ key: "bearing" }] };
      const path = await saved({
        widgets: { chart: { kind: "TIME_SERIES", version: 1, title: "Bearings", options } },
        pages: [{ id: "overview", title: "Overview", layout: [{ widget: "chart", x: 0, y: 0, w: 24, h: 12 }] }],
      });
      await using visitor = await stage.visitorAt(path);
      const { page } = visitor;
      await page.locator("summary", { hasText: "Menu of the widget" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Notes" }).press("Enter");
      await page.getByRole("button", { name: "Write a note" }).press("Enter");
      await page.keyboard.type("<b>Filter</b> changed");
      const { title: _, ...before } = await read(path);
      expectOk(await stage.tenant.admin.post("/api/dashboard", { ...before, title: "Saved by another" }));
      await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
      const row = page.getByRole("listitem").filter({ hasText: "<b>Filter</b> changed" });
      await row.waitFor();
      await expectAccessibleAtLength(page);
      const written = await read(path);

      await row.getByRole("button", { name: "Edit" }).press("Enter");
      await page.getByLabel("Until").fill("2001-01-01T00:00:00");
      await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
      await page.getByText("It ends before it begins").waitFor();
      await page.getByLabel("Until").fill("");
      await page.getByLabel("What happened").fill("Filter cleaned");
      await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
      const changed = page.getByRole("listitem").filter({ hasText: "Filter cleaned" });
      await changed.waitFor();
      const edited = await read(path);
      await changed.getByRole("button", { name: "Delete" }).press("Enter");
      await page
        .getByRole("dialog", { name: "Delete this note?" })
        .getByRole("button", { name: "Delete" })
        .press("Enter");
      await page.getByText("No notes yet").waitFor();

      expect(written.title).toBe("Saved by another");
      expect(written.configuration.annotations).toMatchObject([{ text: "<b>Filter</b> changed" }]);
      expect(written.configuration.widgets["chart"]?.options).toEqual({ ...options, show: { notes: true } });
      expect(edited.configuration.annotations).toMatchObject([{ text: "Filter cleaned" }]);
      expect((await read(path)).configuration.annotations).toEqual([]);
    },
  );

  /** A value, a table and a control of one pump. */
  async function operated(): Promise<{ readonly id: string; readonly path: string }> {
    const { id } = await pump();
    const devices = { kind: "DEVICES", deviceIds: [id] };
    const widgets = {
      bearing: { kind: "VALUE", version: 1, title: "Bearing", options: { devices, channel: { key: "bearing" } } },
      table: { kind: "TABLE", version: 1, title: "Pumps", options: { devices, channels: [{ key: "bearing" }] } },
      relay: {
        kind: "CONTROL",
        version: 1,
        title: "Relay",
        options: { devices, form: "SWITCH", writes: "RPC", method: "x" },
      },
    };
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: at * 8, y: 0, w: 8, h: 10 }));
    const time = { from: "now-30d", to: "now", live: true }; // read again every minute, which nobody waits for here
    const path = await saved({ time, widgets, pages: [{ id: "overview", title: "Overview", layout }] });
    return { id, path };
  }

  test("[DSH6] a link with a password shows the dashboard to nobody in particular, until it is revoked", async () => {
    const { id, path } = await operated();
    await using visitor = await stage.visitorAt(path);
    const { page } = visitor;
    const dialog = page.getByRole("dialog");

    await page.getByRole("button", { name: "Share" }).click();
    await dialog.getByLabel("Name of the link").fill("<b>Customer</b>");
    await dialog.getByLabel("Password").fill("a password for links");
    await expectAccessibleAtLength(page);
    await page.keyboard.press("Enter");
    const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
    await dialog.getByText("not opened yet").waitFor();

    await using stranger = await stage.guest({ viewport: { width: 390, height: 844 } });
    stranger.provokes(401, 401, 404);
    await stranger.page.goto(link);
    await stranger.page.getByLabel("Password").fill("a password for others");
    await stranger.page.keyboard.press("Enter");
    await stranger.page.getByText("not the password of this link").waitFor();
    await stranger.page.getByLabel("Password").fill("a password for links");
    await stranger.page.keyboard.press("Enter");
    await stranger.page.locator(".widget-value").getByText("95.1").waitFor();
    await stranger.page.getByText("You may see this, but not operate it").waitFor();
    expect(await stranger.page.locator("a").count()).toBe(0);
    await expectAccessibleAtLength(stranger.page);
    await stranger.page.reload();
    await stranger.page.locator(".widget-value").getByText("95.1").waitFor(); // it is not asked again
    await stranger.page.getByRole("button", { name: "Full screen" }).click();
    await stranger.page.locator(".wall .widget-value").getByText("95.1").waitFor();
    expectOk(await stage.tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { bearing: 71.3 }));
    await stranger.page.locator(".wall .widget-value").getByText("71.3").waitFor();
    expect(await stranger.page.evaluate(() => `${location.search} ${document.fullscreenElement?.className}`)).toBe(
      "?wall=20 wall",
    );
    await stranger.page.keyboard.press("Escape");
    await stranger.page.locator(".wall").waitFor({ state: "detached" });

    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("No links yet").waitFor();
    await stranger.page.getByText("This link leads nowhere").waitFor(); // by itself, and at once
  });

  atLength(
    "[DSH5] a widget is saved as a picture and as rows, and a wall lets nobody reach what is behind it",
    async () => {
      const { path } = await operated();
      await using visitor = await stage.visitorAt(path);
      const { page } = visitor;

      await page.getByRole("region", { name: "Pumps" }).hover();
      await page.locator(".widget-grid > div", { hasText: "Pumps" }).locator("summary").click();
      for (const form of ["As a picture (PNG)", "As rows (CSV)"]) {
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: form }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(/^Pumps\.(png|csv)$/);
        if (form.includes("PNG"))
          await page.locator(".widget-grid > div", { hasText: "Pumps" }).locator("summary").click();
      }

      await page.goto(`${new URL(page.url()).origin}${path}?wall=20`);
      await page.locator(".wall .widget-value").waitFor();
      const reachable = () =>
        page
          .locator("a, button, input")
          .evaluateAll((all) => all.filter((one) => !one.closest("[inert], .wall")).length);
      expect(await reachable()).toBe(0);
      await page.keyboard.press("Escape");
      await page.locator(".wall").waitFor({ state: "detached" });
      expect(await reachable()).toBeGreaterThan(5);
    },
  );

  test("[DSH5] one is edited by mouse and by keys, step by step undone, and a reload in the middle loses nothing", async () => {
    const { id } = await pump();
    const devices = { kind: "DEVICES" as const, deviceIds: [id] };
    const widgets = {
      chart: { kind: "TIME_SERIES", version: 1, title: "Chart", options: { devices, channels: [{ key: "bearing" }] } },
      note: { kind: "TEXT", version: 1, title: "Note", options: { markdown: "words" } },
    };
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: at * 12, y: 0, w: 12, h: 8 }));
    // Other stories have pumps with other values: what is added here is about this one.
    const variables: DashboardConfiguration["variables"] = [{ kind: "DEVICE", name: "pump", default: devices }];
    const path = await saved({ widgets, variables, pages: [{ id: "overview", title: "Overview", layout }] });
    await using visitor = await stage.visitorAt(path);
    const { page } = visitor;
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    const chart = page.getByRole("button", { name: /^Chart \(Time series\)/ });
    const note = page.getByRole("button", { name: /^Note \(Text\)/ });
    await chart.waitFor();

    await drag(page, note, -600, 0); // over the chart, which makes room
    await page.getByRole("button", { name: "Note (Text), column 1, row 1, 12 wide, 8 high" }).waitFor();
    await page.getByRole("button", { name: "Chart (Time series), column 1, row 9, 12 wide, 8 high" }).waitFor();
    await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "Note (Text), column 13, row 1, 12 wide, 8 high" }).waitFor();

    await chart.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.getByRole("button", { name: "Chart (Time series), column 1, row 2, 11 wide, 8 high" }).waitFor();
    await page.getByRole("status").getByText("Chart (Time series) resized").waitFor();
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Control+v"); // below all, and chosen
    await expect.poll(() => chart.count()).toBe(2);
    await page.keyboard.press("Control+z");
    await expect.poll(() => chart.count()).toBe(1);
    await note.click({ modifiers: ["Shift"] });
    await chart.click({ modifiers: ["Shift"] });
    await page.getByText("2 widgets chosen").waitFor();
    await page.getByLabel("Find a widget").fill("gau");
    await page.getByRole("button", { name: "Gauge", exact: true }).press("Enter");
    const panel = page.getByRole("complementary", { name: "Settings" });
    await panel.getByLabel("Title", { exact: true }).fill("Bearing gauge");
    await panel.getByLabel("Channel", { exact: true }).fill("bear");
    await panel.getByText("nobody has sent this yet").waitFor();
    await panel.getByLabel("Channel", { exact: true }).fill("BEARING, °C"); // by its name and unit, as it is shown
    await panel.getByLabel("Title", { exact: true }).focus();
    await panel.getByText("Bearing, °C").waitFor();
    await page.getByRole("img", { name: "Bearing gauge: 95.1 °C" }).waitFor();
    await expectAccessibleAtLength(page);
    await page.keyboard.press("Escape"); // out of the form; what is in it stays
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain("Bearing gauge");

    await page.reload();
    await page.getByRole("button", { name: "Continue with them" }).click();
    await page.getByRole("button", { name: /^Bearing gauge \(Gauge\)/ }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Everything is saved").waitFor();
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("img", { name: "Bearing gauge: 95.1 °C" }).waitFor();

    const { configuration, version } = await read(path);
    expect(version).toBe(2);
    expect(configuration.pages[0]?.layout).toContainEqual({ widget: "chart", x: 0, y: 1, w: 11, h: 8 });
  });

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

  /** As a hand does it: down, in some steps there, up. */
  async function drag(page: Page, widget: Locator, dx: number, dy: number): Promise<void> {
    await widget.hover({ position: { x: 40, y: 40 } }); // waits until it stands still: what is above may come later
    const box = await widget.boundingBox();
    if (!box) throw new Error("the widget is not shown");
    await page.mouse.down();
    for (const step of [0.3, 0.7, 1]) await page.mouse.move(box.x + 40 + dx * step, box.y + 40 + dy * step);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.mouse.up();
  }

  async function read(path: string): Promise<DashboardRecord> {
    return expectOk(await stage.tenant.admin.get(`/api/dashboard/${path.split("/").at(-1)}`)).json<DashboardRecord>();
  }

  async function relayOf(id: string): Promise<{ readonly value: unknown }> {
    const answer = await stage.tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/attributes/SHARED_SCOPE`);
    const [relay] = expectOk(answer).json<{ key: string; value: unknown }[]>();
    return relay ?? { value: undefined };
  }

  atLength("[DSH3] maps lie on the operator's map file, read in parts and drawn under the content policy", async () => {
    const deviceIds: string[] = [];
    for (const [latitude, longitude] of [
      [52.4, 5],
      [45, 20],
    ]) {
      const { id } = await stage.app.device(stage.tenant, {});
      const at = `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`;
      expectOk(await stage.tenant.admin.post(at, { latitude, longitude }));
      deviceIds.push(id.id);
    }
    const folder = join(stage.app.config.dataDir, "maps"); // of all tenants: others must not find it
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(folder, { recursive: true });
    const tile = { z: 0, x: 0, y: 0, bytes: vectorTile({ earth: [0, 0, 1], water: [0.53, 0, 0.4] }) };
    const metadata = { attribution: "© Somebody", vector_layers: [{ id: "earth" }, { id: "water" }] };
    await writeFile(join(folder, "world.pmtiles"), pmtilesOf([tile], { metadata }));
    await vi.waitFor(async () => expect((await stage.tenant.admin.get("/api/map")).text).toContain("world"), 10_000);
    const where = { kind: "MAP", version: 1, options: { devices: { kind: "DEVICES", deviceIds } } };
    const layout = [{ widget: "where", x: 0, y: 0, w: 12, h: 10 }];
    const path = await saved({ widgets: { where }, pages: [{ id: "p", title: "P", layout }] });
    await using visitor = await stage.visitorAt("/dashboards");
    const { page } = visitor;
    const ranges: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/map/")) ranges.push(request.headers()["range"] ?? "all of it");
    });

    await page.goto(new URL(path, page.url()).href);
    await page.locator(".map-attribution", { hasText: "© Somebody" }).waitFor();
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.filter((range) => !/^bytes=\d+-\d+$/.test(range))).toEqual([]);
    expect(await page.locator(".map-tiles canvas").evaluate(coloursOf)).toBe(2); // land in the west, water in the east
    await expect.poll(() => page.locator(".map-mark").count()).toBe(2);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("button", { name: "Show all" }).waitFor({ state: "detached" });
  });
});

/** How many colours the ends of the middle line of a picture have. */
function coloursOf(canvas: Element): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, 1).getContext("2d");
  copy?.drawImage(canvas, 0, Math.floor(height / 2), width, 1, 0, 0, width, 1);
  const line = copy?.getImageData(0, 0, width, 1).data ?? [];
  return new Set([line.slice(0, 4).join(" "), line.slice(-4).join(" ")]).size;
}

/** How much of the first chart's tile its lines have. */
async function plotShare(page: Page): Promise<number> {
  const tile = page.locator(".widget", { has: page.locator(".u-over") }).first();
  const [whole, plot] = [await tile.boundingBox(), await tile.locator(".u-over").boundingBox()];
  return (plot?.height ?? 0) / (whole?.height ?? 1);
}
