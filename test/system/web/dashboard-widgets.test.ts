import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DashboardConfiguration } from "@heliograph/contract";
import { expect, onTestFinished, vi } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { pmtilesOf, vectorTile } from "../../support/pmtiles.ts";
import { pumpDashboards } from "../../support/pump-dashboards.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

webStories("widgets of dashboards, at length", (stage) => {
  const { pump, saved, send, read } = pumpDashboards(stage);

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
      await send(id, { bearing: 71.3 });
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

  atLength(
    "[DSH3] a note is written on a chart by keys, changed and deleted there, and what others saved meanwhile stays",
    async () => {
      const { id } = await pump();
      const options = { devices: { kind: "DEVICES", deviceIds: [id] }, channels: [{ key: "bearing" }] };
      const path = await saved({
        widgets: { chart: { kind: "TIME_SERIES", version: 1, title: "Bearings", options } },
        pages: [{ id: "overview", title: "Overview", layout: [{ widget: "chart", x: 0, y: 0, w: 24, h: 12 }] }],
      });
      await using visitor = await stage.insiderAt(path);
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

  atLength("[DSH3] maps lie on the operator's map file, read in parts and drawn under the content policy", async () => {
    const deviceIds: string[] = [];
    for (const [latitude, longitude] of [
      [52.4, 5],
      [45, 20],
    ]) {
      const { id } = await stage.app.device(stage.tenant, {});
      await send(id.id, { latitude, longitude });
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
    await using visitor = await stage.insiderAt("/dashboards");
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
