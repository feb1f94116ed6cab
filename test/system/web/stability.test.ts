import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { HttpDevice } from "../../support/device-http.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { webStories } from "../../support/web-stories.ts";

/** What the makers of browsers call good: share of the page that moved times how far. */
const goodShift = 0.1;

/** Notes what moves on its own; what moves because somebody just clicked is no surprise. */
const watchShifts = () => {
  const page = window as unknown as { shifts: number };
  page.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) page.shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
};

const shiftsOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

webStories("pages stand still", (stage) => {
  test("nothing jumps while the pages of a device load", async () => {
    const { tenant } = stage;
    const { id, token } = await mqttDevice(stage.app, tenant);
    const now = Date.now();
    const points = Array.from({ length: 60 }, (_, i) => ({ ts: now - i * 60_000, values: { t: i, p: -i } }));
    expectOk(await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, points));
    await new HttpDevice(stage.app.node.httpPort, token).contact("UPLOAD", "content", { fileName: "a.txt" });
    await using visitor = await stage.visitorAt("/");
    const { page } = visitor;
    await using _ = await page.addInitScript(watchShifts);

    const chart = `/telemetry?keys=${encodeURIComponent('["t","p"]')}&range=1h`;
    const tabs = ["", chart, "/attributes", "/files", "/communication", "/commands", "/credentials"];
    const moved: [path: string, shift: number][] = [];
    for (const path of ["/devices", ...tabs.map((tab) => `/devices/${id}${tab}`), "/users", "/settings"]) {
      await page.goto(`${visitor.base}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await visitor.settled();
      moved.push([path, await shiftsOf(page)]);
    }

    expect(moved.filter(([, shift]) => shift >= goodShift)).toEqual([]);
  });
});
