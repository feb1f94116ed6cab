import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength, mostly } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

const phone = { viewport: { width: 390, height: 844 } };

webStories("on a phone", (stage) => {
  atLength(
    "[#17.25] it can be installed: the browser finds a manifest without faults, and its icons and pages",
    async () => {
      await using visitor = await stage.visitorAt("/devices", stage.username, phone);
      const { page, base } = visitor;
      const debug = await page.context().newCDPSession(page);

      const { url, errors, data } = await debug.send("Page.getAppManifest");

      expect({ url, errors }).toEqual({ url: `${base}/manifest.webmanifest`, errors: [] });
      const manifest = JSON.parse(data ?? "") as {
        icons: { src: string; type: string }[];
        shortcuts: { url: string }[];
      };
      for (const { src, type } of manifest.icons) {
        const icon = await fetch(`${base}${src}`);
        expect([icon.status, icon.headers.get("content-type")]).toEqual([200, type]);
      }
      for (const shortcut of manifest.shortcuts) {
        await visitor.go(shortcut.url);
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await page.getByRole("heading", { name: "Page not found" }).count()).toBe(0);
      }
      expect(manifest.shortcuts).not.toEqual([]);
    },
  );

  test("[#17.25] filters are folded, nothing is cut or hidden: rows are cards with all they say, and charts come before lists", async () => {
    const tenant = await stage.app.tenant();
    const device = await stage.app.device(tenant, { name: "pump 1", type: "pump" });
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
    expectOk(await tenant.admin.post(`${path}/timeseries/ANY`, { temperature: 20, speed: 3 }));
    expectOk(await tenant.admin.post(`${path}/attributes/SERVER_SCOPE`, { hall: "north" }));
    const alarm = { originator: { id: device.id.id }, type: "Bearing hot", severity: "MAJOR" };
    expectOk(await tenant.admin.post("/api/alarm", alarm));
    await using visitor = await stage.visitorAt("/devices", tenant.username, { ...phone, hasTouch: true });
    const { page } = visitor;
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth);
    const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;

    await page.getByRole("link", { name: "pump 1" }).waitFor();
    expect(await topOf(".device-list")).toBeLessThan(844 / 3);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("combobox", { name: "Type" }).selectOption("pump");
    await page.getByRole("button", { name: "Filter 1", exact: true }).click();
    await expect.poll(() => topOf(".device-list")).toBeLessThan(844 / 3);
    const pages = [
      ["/alarms", ["Bearing hot", "pump 1", "Nobody"]],
      [`/devices/${device.id.id}/attributes`, ["hall", "north"]],
      [`/devices/${device.id.id}/files`, ["Pin to a dashboard", "Delete"]], // words beside icons
      ["/audit", ["Changed"]],
      ["/types", ["pump", "Channels"]],
      ["/files", ["No files yet"]],
    ] as const;
    for (const [at, texts] of mostly(pages, 3)) {
      await visitor.go(at);
      for (const text of texts) await page.locator("main").getByText(text).filter({ visible: true }).first().waitFor();
      await visitor.settled();
      expect([at, await fits()]).toEqual([at, 390]);
      await expectAccessibleAtLength(page);
    }
    await visitor.go(`/devices/${device.id.id}/telemetry?keys=temperature`);
    await page.locator(".u-over").waitFor();
    expect(await topOf(".u-over")).toBeLessThan(844 / 2);
    expect(await page.locator(".channels").isVisible()).toBe(false); // folded, below it
    await page.getByRole("button", { name: "Choose channels 1", exact: true }).click();
    expect(await topOf(".u-over")).toBeLessThan(await topOf(".channels"));
    const before = new URL(page.url()).search;
    const { x, y, width, height } = (await page.locator(".u-over").boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await pinch(page, { x: x + width / 2, y: y + height / 2 }, 30, 120);
    await expect.poll(() => new URL(page.url()).search).not.toBe(before); // two fingers zoom
    const words = page.locator(".time-range-words > strong");
    const isWhole = () => words.evaluate((one) => one.scrollWidth <= one.clientWidth && one.clientHeight > 0);
    await expect.poll(() => words.innerText()).toMatch(/\d+ \w+, \d\d:\d\d/);
    expect(await isWhole()).toBe(true);
    if (isLongRun()) {
      await page.getByRole("button", { name: "Undo zoom and moves" }).click();
      await expect.poll(() => words.innerText()).toBe("Last hour");
      await page.goBack();
      await page.goBack();
      await expect.poll(() => new URL(page.url()).search).toBe(before);
    }
  });
});

/** Two fingers that go apart, as a touch screen tells them. */
async function pinch(page: Page, at: { readonly x: number; readonly y: number }, from: number, to: number) {
  const debug = await page.context().newCDPSession(page);
  const fingers = (apart: number) => [
    { x: at.x - apart, y: at.y, id: 0 },
    { x: at.x + apart, y: at.y, id: 1 },
  ];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
    debug.send("Input.dispatchTouchEvent", { type, touchPoints: apart === undefined ? [] : fingers(apart) });
  await touch("touchStart", from);
  for (let apart = from; apart <= to; apart += 15) await touch("touchMove", apart);
  await touch("touchEnd");
}
