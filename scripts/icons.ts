// `node scripts/icons.ts`: draws the icons an installed interface has anew, from web/public/favicon.svg, with Debian's Chromium.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { openBrowser } from "../test/support/chromium.ts";

const publicFolder = fileURLToPath(new URL("../web/public/", import.meta.url));
const drawing = readFileSync(`${publicFolder}favicon.svg`, "utf8");

/** Systems cut their own shape out of these: the ground goes to the edge, and the sun stays in the middle four fifths. */
const wholeGround = drawing.replace('rx="8"', "");

const icons = [
  { name: "icon-192", size: 192, svg: drawing },
  { name: "icon-512", size: 512, svg: drawing },
  { name: "icon-180", size: 180, svg: wholeGround }, // Apple rounds the corners itself
  { name: "icon-maskable-512", size: 512, svg: wholeGround },
] as const;

async function draw(browser: Browser, { name, size, svg }: (typeof icons)[number]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: `${publicFolder}${name}.png`, omitBackground: true });
  await page.close();
}

await using browser = await openBrowser();
for (const icon of icons) await draw(browser, icon);
