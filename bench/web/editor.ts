import type { Page } from "playwright-core";
import { fillDashboard, keysOf } from "./dashboard.ts";
import { dragFrames } from "./drag.ts";
import { fillTelemetry } from "./fill.ts";
import { panText } from "./frames.ts";
import { ms, type Stage } from "./stage.ts";

const channels = 10;
const widgets = 50;

/** A full dashboard in the editor, and one of its widgets carried over the others [DSH5]. */
export async function measureEditor({ client, base, newPage }: Stage): Promise<void> {
  const device = await fillTelemetry(client, { channels, points: 10_000, stepMs: 300, end: Date.now() });
  const id = await fillDashboard(client, device, keysOf(channels), widgets);
  const page = await newPage();
  console.log(`${widgets} widgets in the editor of a dashboard:`);
  console.log(`  open: ${await ms(() => edited(page, `${base}/dashboards/${id}/edit`))}`);
  console.log(`  drag one over the others for 3 s: ${panText(await dragFrames(page, 3_000))} (aim 95 % <= 33 ms)`);
  await page.context().close();
}

async function edited(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page
    .locator(".edit-cover")
    .nth(widgets - 1)
    .waitFor();
  await page.locator(".widget .uplot").first().waitFor();
}
