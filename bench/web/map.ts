import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { emptyConfiguration } from "@heliograph/contract";
import type { Page } from "playwright-core";
import { pmtilesOf, vectorTile } from "../../test/support/pmtiles.ts";
import type { LoggedIn } from "../child-node.ts";
import { framesText } from "./frames.ts";
import type { Stage } from "./stage.ts";

const deviceCount = Number(process.env["BENCH_MAP_DEVICES"] ?? 10_000);
const atOnce = 32;
const zooms = 6;

/** A map of many devices on coasts and on a map file: until it is shown, and moved to and fro [DSH3]. */
export async function measureMap(stage: Stage): Promise<void> {
  await placeDevices(stage.client);
  const path = await mapDashboard(stage.client);
  const maps = join(stage.node.dataDir, "maps");
  console.log(`a map of ${deviceCount} devices:`);
  await measure("coasts", ".map-cluster");
  mkdirSync(maps, { recursive: true });
  writeFileSync(join(maps, "world.pmtiles"), mapFile());
  await sleep(3_000); // the node looks there every two seconds
  await measure("tiles", ".map-cluster", ".map-tiles[data-shown]");
  rmSync(maps, { recursive: true });

  async function measure(background: string, ...shown: readonly string[]): Promise<void> {
    const page = await stage.newPage();
    await page.goto(stage.base + path, { waitUntil: "commit" });
    const times: number[] = [];
    for (const selector of shown) {
      await page.waitForFunction((one) => document.querySelector(one) !== null, selector, { polling: "raf" });
      times.push(await page.evaluate(() => performance.now()));
    }
    const [marks = 0, tiles] = times.map(Math.round);
    console.log(`  on ${background}: marks after ${marks} ms (aim <= 2000)${tiles ? `, tiles after ${tiles} ms` : ""}`);
    console.log(`    moved for 4 s (aim <= 33 ms a frame): ${framesText(await dragFrames(page, 4_000))}`);
    await page.context().close();
  }
}

/** By a pointer, in circles as large as half of the map. */
const dragFrames = (page: Page, forMs: number): Promise<number[]> =>
  page.locator(".map").evaluate(
    (map, duration) =>
      new Promise((resolve) => {
        const { left, top, width, height } = map.getBoundingClientRect();
        const send = (type: string, turn: number) => {
          const [x, y] = [left + width * (0.5 + Math.sin(turn) / 4), top + height * (0.5 + Math.cos(turn) / 4)];
          const at = { clientX: x, clientY: y, button: 0, pointerId: 1, pointerType: "mouse", bubbles: true };
          map.dispatchEvent(new PointerEvent(type, at));
        };
        map.setPointerCapture = () => undefined; // there is no real pointer to capture
        const frames: number[] = [];
        const start = performance.now();
        let last = start;
        send("pointerdown", 0);
        const draw = (now: number) => {
          frames.push(now - last);
          last = now;
          send("pointermove", (now - start) / 400);
          if (now - start <= duration) return requestAnimationFrame(draw);
          send("pointerup", 0);
          return resolve(frames.slice(2));
        };
        requestAnimationFrame(draw);
      }),
    forMs,
  );

/** Over a continent, and most of them in some towns. */
async function placeDevices(client: LoggedIn): Promise<void> {
  const place = async (at: number) => {
    const body = JSON.stringify({ name: `placed-${at}`, type: "placed" });
    const made = (await (await client.post("/api/device", body, "application/json")).json()) as { id: { id: string } };
    const town = at % 3 === 0 ? 20 : 0.5;
    const values = {
      latitude: 50 + Math.sin(at % 17) * 6 + (Math.sin(at * 7.7) * town) / 2,
      longitude: 10 + Math.cos((at % 17) * 3) * 9 + Math.cos(at * 3.3) * town,
    };
    const path = `/api/plugins/telemetry/DEVICE/${made.id.id}/timeseries/ANY`;
    await (await client.post(path, JSON.stringify(values), "application/json")).text();
  };
  for (let from = 0; from < deviceCount; from += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, deviceCount - from) }, (_, at) => place(from + at)));
}

async function mapDashboard(client: LoggedIn): Promise<string> {
  const where = { kind: "MAP", version: 1, title: "Where", options: { devices: { kind: "ALL" } } };
  const pages = [{ id: "all", title: "All", layout: [{ widget: "where", x: 0, y: 0, w: 24, h: 20 }] }];
  const body = { title: "map", configuration: { ...emptyConfiguration(), widgets: { where }, pages } };
  const answer = await client.post("/api/dashboard", JSON.stringify(body), "application/json");
  if (!answer.ok) throw new Error(`the dashboard was refused: ${await answer.text()}`);
  return `/dashboards/${((await answer.json()) as { id: { id: string } }).id.id}`;
}

/** Each tile has some land and some water. */
function mapFile(): Buffer {
  const bytes = vectorTile({ earth: [0, 0, 1], landuse: [0.1, 0.6, 0.2], water: [0.3, 0.2, 0.3] });
  const rows = (z: number) =>
    Array.from({ length: 4 ** z }, (_, at) => ({ z, x: at % 2 ** z, y: Math.floor(at / 2 ** z) }));
  const tiles = Array.from({ length: zooms }, (_, z) => rows(z)).flat();
  const layers = ["earth", "landuse", "water"].map((id) => ({ id }));
  return pmtilesOf(
    tiles.map((tile) => ({ ...tile, bytes })),
    { metadata: { vector_layers: layers } },
  );
}
