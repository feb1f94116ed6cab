import type { DeviceRecord } from "@heliograph/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { webStories } from "../../support/web-stories.ts";

const minuteMs = 60_000;

webStories("charts of telemetry", (stage) => {
  const send = async (device: DeviceRecord, message: unknown) =>
    expectOk(await stage.tenant.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, message));

  async function chartOf(device: DeviceRecord, keys: readonly string[], range: string) {
    const query = `keys=${encodeURIComponent(JSON.stringify(keys))}&${range}`;
    const visitor = await stage.visitorAt(`/devices/${device.id.id}/telemetry?${query}`);
    await visitor.page.getByRole("img", { name: `Chart: ${keys.join(", ")}` }).waitFor();
    await visitor.settled(); // nothing comes that would move the chart
    return visitor;
  }

  async function plotOf(page: Page) {
    const box = await page.locator(".u-over").boundingBox();
    if (!box) throw new Error("no chart");
    return box;
  }

  const rangeOf = (page: Page): [number, number] => {
    const { searchParams } = new URL(page.url());
    return [Number(searchParams.get("from")), Number(searchParams.get("to"))];
  };

  atLength("dragging with Shift moves the chart, and its width stays", async () => {
    const device = await stage.app.device(stage.tenant);
    const [from, to] = [1_794_700_000_000, 1_794_700_000_000 + 10 * minuteMs];
    await send(device, [
      { ts: from + minuteMs, values: { v: 1 } },
      { ts: to - minuteMs, values: { v: 2 } },
    ]);
    await using visitor = await chartOf(device, ["v"], `from=${from}&to=${to}`);
    const { page } = visitor;
    const plot = await plotOf(page);

    await page.keyboard.down("Shift");
    await page.mouse.move(plot.x + plot.width * 0.25, plot.y + 60);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width * 0.75, plot.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up("Shift");

    await expect.poll(() => rangeOf(page)[0]).toBeLessThan(from);
    const [left, right] = rangeOf(page);
    expect(right - left).toBe(to - from);
    expect(Math.abs(from - left - 5 * minuteMs)).toBeLessThan(minuteMs / 2);
  });

  atLength(
    "each unit has an axis of its own, an envelope shows its bounds, and texts are named beside the chart",
    async () => {
      const device = await stage.app.device(stage.tenant);
      const now = Date.now();
      for (let part = 0; part < 3; part++)
        await send(
          device,
          Array.from({ length: 4_000 }, (_, i) => ({
            ts: now - (part * 4_000 + i) * 250,
            values: { "t [°C]": i % 2 === 0 ? 10 : 30, "p [bar]": 2, state: "idle" },
          })),
        );
      const keys = ["t [°C]", "p [bar]", "state"];
      await using visitor = await chartOf(device, keys, `from=${now - 50 * minuteMs}&to=${now}`);
      const { page } = visitor;
      await page.getByText(/These channels have texts, not numbers: state/).waitFor();
      const plot = await plotOf(page);

      await page.mouse.move(plot.x + plot.width * 0.6, plot.y + 40);

      await expect.poll(() => page.locator(".u-legend").innerText()).toMatch(/t \[°C\].*20 \(10 … 30\)/s);
      expect(await page.locator(".u-legend .u-series:visible").count()).toBe(2); // a line each, no bounds
      expect(await page.locator(".u-axis").count()).toBe(3); // time and two units
    },
  );
});
