// The web interface in Chromium: a long list of devices, charts of many points, and what the first load weighs.
// BENCH_DEVICES and BENCH_POINTS set the sizes. Frames are what the page itself sees between two drawings.
import { chromium } from "playwright-core";
import { benchPassword, logIn, startChildNode } from "../child-node.ts";
import { dragFrames, fillDashboard } from "./drag.ts";
import { fillDevices, fillTelemetry } from "./fill.ts";
import { firstLoad } from "./first-load.ts";
import { framesText, panFrames, panText, scrollFrames } from "./frames.ts";

const deviceCount = Number(process.env["BENCH_DEVICES"] ?? 10_000);
const pointCount = Number(process.env["BENCH_POINTS"] ?? 200_000);
const channels = 10;
const pointsPerChannel = 10_000;
const stepMs = 300;
const widgetCount = 50;

const node = await startChildNode();
const client = await logIn(node.port);
await fillDevices(client, deviceCount);
const end = Date.now();
const many = await fillTelemetry(client, { channels, points: pointsPerChannel, stepMs, end });
const long = await fillTelemetry(client, { channels: 1, points: pointCount, stepMs, end });

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
page.setDefaultTimeout(120_000);
const base = `http://127.0.0.1:${node.port}`;
const ms = async (work: () => Promise<unknown>): Promise<string> => {
  const start = performance.now();
  await work();
  return `${Math.round(performance.now() - start)} ms`;
};

await page.goto(base);
await page.getByLabel("User name").fill("admin");
await page.getByLabel("Password").fill(benchPassword);
await page.getByRole("button", { name: "Log in" }).click();
await page.getByRole("link", { name: "logger-000000" }).waitFor();

console.log(`first load: ${firstLoad()}`);
console.log(`${deviceCount} devices:`);
console.log(`  open the list: ${await ms(() => opened("/devices", "logger-000000"))}`);
const scrolled = await scrollFrames(page, ".device-scroll", 4_000);
console.log(`  scroll for 4 s: ${framesText(scrolled.frames)}, at most ${scrolled.mostRows} rows in the page`);
const last = `logger-${String(deviceCount - 1).padStart(6, "0")}`;
console.log(`  jump to the end until its devices are there: ${await ms(() => jumpTo(last))}`);
console.log(`  search for one of them: ${await ms(() => search(last))}`);

console.log(`${channels * pointsPerChannel} points (${channels} channels):`);
const keys = Array.from({ length: channels }, (_, index) => `c${index}`);
const chart = (device: string, names: readonly string[], from: number) =>
  `/devices/${device}/telemetry?keys=${encodeURIComponent(JSON.stringify(names))}&from=${from}&to=${end}`;
console.log(`  open the chart: ${await ms(() => drawn(chart(many, keys, end - pointsPerChannel * stepMs), "c0"))}`);
console.log(`  pan for 3 s: ${panText(await panFrames(page, 3_000))}`);
console.log(`  zoom by dragging until the finer chart is there: ${await ms(zoom)}`);

console.log(`${pointCount} points of one channel:`);
console.log(`  open as an envelope: ${await ms(() => drawn(chart(long, ["c0"], end - pointCount * stepMs), "c0"))}`);
console.log(`  pan for 3 s: ${panText(await panFrames(page, 3_000))}`);
console.log(`  zoom by dragging until the finer chart is there: ${await ms(zoom)}`);

const dashboard = await fillDashboard(client, many, keys, widgetCount);
console.log(`${widgetCount} widgets in the editor of a dashboard:`);
console.log(`  open: ${await ms(() => edited(`/dashboards/${dashboard}/edit`))}`);
console.log(`  drag one over the others for 3 s: ${panText(await dragFrames(page, 3_000))}`);

await browser.close();
await node.stop();

async function edited(path: string): Promise<void> {
  await page.goto(base + path);
  await page
    .locator(".edit-cover")
    .nth(widgetCount - 1)
    .waitFor();
  await page.locator(".widget .uplot").first().waitFor();
}

async function opened(path: string, link: string): Promise<void> {
  await page.goto(base + path);
  await page.getByRole("link", { name: link }).waitFor();
}

async function jumpTo(link: string): Promise<void> {
  await page.locator(".device-scroll").evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await page.getByRole("link", { name: link }).waitFor();
}

async function search(name: string): Promise<void> {
  await page.getByRole("searchbox").fill(name);
  await page.waitForFunction(() => document.querySelectorAll(".device-rows [role=row] a").length === 1);
}

async function drawn(path: string, key: string): Promise<void> {
  await page.goto(base + path);
  await page.getByRole("img", { name: new RegExp(key) }).waitFor();
  await page.getByText(/points/).waitFor();
}

async function zoom(): Promise<void> {
  const before = await page.locator("p small").first().textContent();
  const box = await page.locator(".u-over").boundingBox();
  if (!box) throw new Error("no chart");
  await page.mouse.move(box.x + box.width * 0.4, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 80, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction((text) => document.querySelector("p small")?.textContent !== text, before);
}
