import { fillDevices, fillLatest } from "./fill.ts";
import { framesText, scrollFrames } from "./frames.ts";
import { ms, type Stage } from "./stage.ts";

const valueKeys = ["k0", "k1", "k2", "k3"];
const columns = ["alarm", ...valueKeys.map((key) => `v*${key}`), "lastActivityTime"].join("+");
const deviceCount = Number(process.env["BENCH_DEVICES"] ?? 10_000);

export async function measureDeviceList({ client, base, newPage }: Stage): Promise<void> {
  await fillDevices(client, deviceCount);
  const page = await newPage();
  console.log(`${deviceCount} devices:`);
  console.log(`  open the list: ${await ms(() => opened("/devices", "logger-000000"))}`);
  const scrolled = await scrollFrames(page, ".device-scroll", 4_000);
  console.log(`  scroll for 4 s: ${framesText(scrolled.frames)}, at most ${scrolled.mostRows} rows in the page`);
  const last = `logger-${String(deviceCount - 1).padStart(6, "0")}`;
  console.log(`  jump to the end until its devices are there: ${await ms(() => jumpTo(last))}`);
  console.log(`  search for one of them: ${await ms(() => search(last))}`);
  await fillLatest(client, valueKeys);
  console.log(`${deviceCount} devices with ${valueKeys.length} columns of newest values:`);
  console.log(`  open the list until its values are there: ${await ms(() => openedWithValues())}`);
  const [slow, quick] = [
    await scrollFrames(page, ".device-scroll", 6_000),
    await scrollFrames(page, ".device-scroll", 4_000, 2_000),
  ];
  console.log(`  scroll for 6 s: ${framesText(slow.frames)}, at most ${slow.mostRows} rows in the page`);
  console.log(`  scroll 2,000 pixels a frame: ${framesText(quick.frames)}`);
  console.log(`  jump to the end until its values are there: ${await ms(() => jumpTo(last).then(valuesThere))}`);
  console.log(`  all warmer than 99, until their values are there: ${await ms(() => filtered())}`);
  await page.context().close();

  async function opened(path: string, link: string): Promise<void> {
    await page.goto(base + path);
    await page.getByRole("link", { name: link }).waitFor();
  }

  async function openedWithValues(): Promise<void> {
    await page.goto(`${base}/devices?cols=${columns}`);
    await valuesThere();
  }

  async function filtered(): Promise<void> {
    await page.goto(`${base}/devices?cols=${columns}&where=v*k0*GREATER*99`);
    await valuesThere();
  }

  /** Every row in sight shows what it measured. */
  async function valuesThere(): Promise<void> {
    await page.waitForFunction(
      () =>
        document.querySelectorAll(".device-rows .value-cell").length > 0 &&
        document.querySelectorAll(".device-rows .skeleton").length === 0,
    );
  }

  async function jumpTo(link: string): Promise<void> {
    await page.locator(".device-scroll").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.getByRole("link", { name: link }).waitFor();
  }

  async function search(name: string): Promise<void> {
    await page.getByRole("searchbox").fill(name);
    await page.waitForFunction(() => document.querySelectorAll(".device-rows .device-name a").length === 1);
  }
}
