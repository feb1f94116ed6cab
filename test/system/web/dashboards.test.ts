import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { pumpDashboards } from "../../support/pump-dashboards.ts";
import { webStories } from "../../support/web-stories.ts";

webStories("dashboards", (stage) => {
  const { pump, saved, send } = pumpDashboards(stage);

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
      await using visitor = await stage.insiderAt("/dashboards");
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
    await stranger.page.reload();
    await stranger.page.locator(".widget-value").getByText("95.1").waitFor(); // it is not asked again
    await stranger.page.getByRole("button", { name: "Full screen" }).click();
    await stranger.page.locator(".wall .widget-value").getByText("95.1").waitFor();
    await send(id, { bearing: 71.3 });
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
});

/** How much of the first chart's tile its lines have. */
async function plotShare(page: Page): Promise<number> {
  const tile = page.locator(".widget", { has: page.locator(".u-over") }).first();
  const [whole, plot] = [await tile.boundingBox(), await tile.locator(".u-over").boundingBox()];
  return (plot?.height ?? 0) / (whole?.height ?? 1);
}
