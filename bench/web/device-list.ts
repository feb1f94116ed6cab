import { fillDevices } from "./fill.ts";
import { framesText, scrollFrames } from "./frames.ts";
import { ms, type Stage } from "./stage.ts";

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
  await page.context().close();

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
    await page.waitForFunction(() => document.querySelectorAll(".device-rows .device-name a").length === 1);
  }
}
