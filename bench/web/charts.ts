import type { Page } from "playwright-core";
import { keysOf } from "./dashboard.ts";
import { fillTelemetry } from "./fill.ts";
import { panFrames, panText } from "./frames.ts";
import { ms, type Stage } from "./stage.ts";

const pointCount = Number(process.env["BENCH_POINTS"] ?? 200_000);
const channels = 10;
const pointsPerChannel = 10_000;
const stepMs = 300;

/** Charts of a device: many channels, and many points of one. */
export async function measureCharts({ client, base, newPage }: Stage): Promise<void> {
  const end = Date.now();
  const many = await fillTelemetry(client, { channels, points: pointsPerChannel, stepMs, end });
  const long = await fillTelemetry(client, { channels: 1, points: pointCount, stepMs, end });
  const page = await newPage();
  const chart = (device: string, names: readonly string[], from: number) =>
    `${base}/devices/${device}/telemetry?keys=${encodeURIComponent(JSON.stringify(names))}&from=${from}&to=${end}`;
  console.log(`${channels * pointsPerChannel} points (${channels} channels):`);
  const all = chart(many, keysOf(channels), end - pointsPerChannel * stepMs);
  console.log(`  open the chart: ${await ms(() => drawn(page, all, "c0"))}`);
  console.log(`  pan for 3 s: ${panText(await panFrames(page, 3_000))}`);
  console.log(`  zoom by dragging until the finer chart is there: ${await ms(() => zoom(page))}`);
  console.log(`${pointCount} points of one channel:`);
  const one = chart(long, ["c0"], end - pointCount * stepMs);
  console.log(`  open as an envelope: ${await ms(() => drawn(page, one, "c0"))}`);
  console.log(`  pan for 3 s: ${panText(await panFrames(page, 3_000))}`);
  console.log(`  zoom by dragging until the finer chart is there: ${await ms(() => zoom(page))}`);
  await page.context().close();
}

async function drawn(page: Page, address: string, key: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("img", { name: new RegExp(key) }).waitFor();
  await page.getByText(/points/).waitFor();
}

async function zoom(page: Page): Promise<void> {
  const before = await page.locator("p small").first().textContent();
  const box = await page.locator(".u-over").boundingBox();
  if (!box) throw new Error("no chart");
  await page.mouse.move(box.x + box.width * 0.4, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 80, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction((text) => document.querySelector("p small")?.textContent !== text, before);
}
