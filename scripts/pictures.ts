// `node scripts/pictures.ts`: makes the pictures in docs/images anew, from a real node and Debian's Chromium. Build the
// web interface first: `node scripts/setup.mjs web`.
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { startApp, testPassword } from "../test/support/app.ts";
import { type Scene, setScene } from "./picture-scene.ts";

const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));

interface Picture {
  readonly name: string;
  readonly theme: "light" | "dark";
  readonly height: number;
  readonly path: (scene: Scene) => string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const chart = `keys=${encodeURIComponent('["speed","bearing temperature"]')}&range=1h`;
const overview = ({ deviceId }: Scene) => `/devices/${deviceId}`;
const files = ({ deviceId }: Scene) => `/devices/${deviceId}/files`;

const pictures: readonly Picture[] = [
  { name: "devices", theme: "light", height: 720, path: () => "/devices" },
  { name: "overview", theme: "light", height: 850, path: overview },
  { name: "overview-dark", theme: "dark", height: 850, path: overview },
  {
    name: "telemetry-dark",
    theme: "dark",
    height: 780,
    path: ({ deviceId }) => `/devices/${deviceId}/telemetry?${chart}`,
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
  await page.getByRole("dialog").getByRole("checkbox").nth(1).check();
  await page.getByRole("dialog").getByRole("img", { name: /, / }).waitFor();
  await page.waitForLoadState("networkidle");
  await pointAtChart(page);
}

async function take(browser: Browser, base: string, scene: Scene, picture: Picture): Promise<void> {
  const { name, theme, height, path, prepare } = picture;
  const options = { locale: "en-GB", colorScheme: theme, viewport: { width: 1200, height } } as const;
  await using context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${base}${path(scene)}`);
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.mouse.move(0, 0); // nothing is lit up by chance
  await prepare?.(page);
  await page.screenshot({ path: `${folder}${name}.png` });
}

const env = { ...process.env, LC_ALL: "C.UTF-8" };
const args = ["--no-sandbox", "--disable-gpu"];
await using app = await startApp({ HELIO_TENANT: "Rail Lab" });
await using browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args, env });
const scene = await setScene(app);
for (const picture of pictures) await take(browser, `http://127.0.0.1:${app.node.httpPort}`, scene, picture);
