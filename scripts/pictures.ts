// `node scripts/pictures.ts`: makes the pictures in docs/images anew, from the scene of the demo, a real node and Debian's
// Chromium. Build the web interface first: `node scripts/setup.mjs web`.
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { startApp, testPassword } from "../test/support/app.ts";
import { openBrowser } from "../test/support/chromium.ts";
import { fillScene, type Scene } from "./demo/fill-scene.ts";
import { actorNamed } from "./demo/stage.ts";
import { stopTroupe } from "./demo/troupe.ts";

const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));

interface Picture {
  readonly name: string;
  readonly theme: "light" | "dark";
  readonly width?: number;
  readonly height: number;
  readonly path: (scene: Scene) => string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const chart = `keys=${encodeURIComponent('["bearing_temp","vibration"]')}&range=6h`;
const deviceOf = ({ stage }: Scene, name: string) => `/devices/${actorNamed(stage, name).id}`;
const testField = ({ testFieldId }: Scene) => `/dashboards/${testFieldId}`;
const files = (scene: Scene) => `${deviceOf(scene, "Logger 1")}/files`;
const wide = { width: 1440, height: 920 };

const pictures: readonly Picture[] = [
  { name: "dashboard", theme: "light", ...wide, path: testField },
  { name: "dashboard-dark", theme: "dark", ...wide, path: testField },
  { name: "devices", theme: "light", ...wide, path: ({ pumpsViewId }) => `/devices?view=${pumpsViewId}` },
  {
    name: "telemetry-dark",
    theme: "dark",
    height: 780,
    path: (scene) => `${deviceOf(scene, "P-03")}/telemetry?${chart}`,
    prepare: pointAtChart,
  },
  { name: "files", theme: "light", height: 860, path: files },
  { name: "measurement", theme: "light", height: 760, path: files, prepare: openMeasurement },
];

async function pointAtChart(page: Page): Promise<void> {
  const box = await page.locator(".u-over").boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

async function openMeasurement(page: Page): Promise<void> {
  await page.locator("tbody .as-link").first().click();
  await page
    .getByRole("dialog")
    .getByRole("checkbox", { name: /Bearing A/ })
    .check();
  await page.getByRole("dialog").getByRole("img", { name: /, / }).waitFor();
  await isDrawn(page);
  await pointAtChart(page);
}

async function take(browser: Browser, base: string, scene: Scene, picture: Picture): Promise<void> {
  const { name, theme, width = 1_200, height, path, prepare } = picture;
  const options = { locale: "en-GB", colorScheme: theme, viewport: { width, height } } as const;
  await using context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${base}${path(scene)}`);
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await isDrawn(page);
  await page.mouse.move(0, 0); // nothing is lit up by chance
  await prepare?.(page);
  await page.screenshot({ path: `${folder}${name}.png` });
}

/** So often in a row a page has to look the same: charts are drawn when their answers are there, which no request tells. */
const looksAlike = 3;
const betweenLooksMs = 700;
const longestMs = 60_000;

/** Nothing is hinted at any more, and what is drawn has stopped changing: on a busy machine that takes as long as it takes. */
async function isDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector(".skeleton, .loading-note, [aria-busy='true']") === null &&
      document.fonts.status === "loaded",
  );
  let [before, alike] = ["", 0];
  for (const end = Date.now() + longestMs; alike < looksAlike && Date.now() < end; ) {
    await page.waitForTimeout(betweenLooksMs);
    const now = await page.evaluate(shapeOf);
    alike = now === before ? alike + 1 : 0;
    before = now;
  }
}

/** How many lines, marks and pieces of text there are, and how large; not what they say. */
const shapeOf = (): string =>
  JSON.stringify([
    document.querySelectorAll("main *, dialog *").length,
    ...[...document.querySelectorAll("canvas, svg")].map((one) => Math.round(one.getBoundingClientRect().height)),
    document.querySelector(".skeleton, .loading-note") === null,
  ]);

await using app = await startApp({ HELIO_TENANT: "Demo" });
await using browser = await openBrowser();
const base = `http://127.0.0.1:${app.node.httpPort}`;
const addresses = { http: base, mqtt: `mqtt://127.0.0.1:${app.node.mqttPort}` };
const scene = await fillScene(addresses, { username: "admin", password: testPassword }, { days: 30, devices: 11 });
for (const picture of pictures) await take(browser, base, scene, picture);
await stopTroupe(scene.players);
