import type { DashboardConfiguration } from "@heliograph/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { pumpDashboards } from "../../support/pump-dashboards.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("dashboards", (stage) => {
  const { pump, saved, send, read } = pumpDashboards(stage);

  test("[DSH5] one is made for a device type, shows its devices, and its time is in words and in the link", async () => {
    const { type } = await pump();
    await using visitor = await stage.insiderAt("/dashboards");
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
      await using visitor = await stage.visitorAt("/dashboards"); // loaded anew: it does not know this type yet
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
    await using visitor = await stage.insiderAt(path);
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
    if (isLongRun()) {
      await stranger.page.reload();
      await stranger.page.locator(".widget-value").getByText("95.1").waitFor(); // it is not asked again
      await stranger.page.getByRole("button", { name: "Full screen" }).click();
      await stranger.page.locator(".wall .widget-value").getByText("95.1").waitFor();
    }
    await send(id, { bearing: 71.3 });
    await stranger.page.locator(".widget-value").getByText("71.3").waitFor();
    if (isLongRun()) {
      expect(await stranger.page.evaluate(() => `${location.search} ${document.fullscreenElement?.className}`)).toBe(
        "?wall=20 wall",
      );
      await stranger.page.keyboard.press("Escape");
      await stranger.page.locator(".wall").waitFor({ state: "detached" });
    }

    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("No links yet").waitFor();
    await stranger.page.getByText("This link leads nowhere").waitFor(); // by itself, and at once
  });

  atLength(
    "[DSH5] a widget is saved as a picture and as rows, and a wall lets nobody reach what is behind it",
    async () => {
      const { path } = await operated();
      await using visitor = await stage.insiderAt(path);
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

  test("[DSH3] a control asks, writes and says how it went; a map has its devices and a plan its values", async () => {
    const { id } = await pump();
    await send(id, { latitude: 52.5, longitude: 13.4 });
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
    await using visitor = await stage.insiderAt(path);
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

  async function relayOf(id: string): Promise<{ readonly value: unknown }> {
    const answer = await stage.tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/attributes/SHARED_SCOPE`);
    const [relay] = expectOk(answer).json<{ key: string; value: unknown }[]>();
    return relay ?? { value: undefined };
  }

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
    await using visitor = await stage.insiderAt(path);
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
    if (isLongRun()) {
      await page.keyboard.press("Control+c");
      await page.keyboard.press("Control+v"); // below all, and chosen
      await expect.poll(() => chart.count()).toBe(2);
      await page.keyboard.press("Control+z");
      await expect.poll(() => chart.count()).toBe(1);
      await note.click({ modifiers: ["Shift"] });
      await chart.click({ modifiers: ["Shift"] });
      await page.getByText("2 widgets chosen").waitFor();
    }
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
});

/** How much of the first chart's tile its lines have. */
async function plotShare(page: Page): Promise<number> {
  const tile = page.locator(".widget", { has: page.locator(".u-over") }).first();
  const [whole, plot] = [await tile.boundingBox(), await tile.locator(".u-over").boundingBox()];
  return (plot?.height ?? 0) / (whole?.height ?? 1);
}
