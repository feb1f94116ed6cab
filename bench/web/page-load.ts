import { type DataRequest, pageRequest } from "@heliograph/contract";
import type { Page } from "playwright-core";
import { fillDashboard, keysOf } from "./dashboard.ts";
import { fillTelemetry } from "./fill.ts";
import { firstScripts, sentBytes } from "./first-load.ts";
import type { Stage } from "./stage.ts";

const charts = 10;
const runs = 5;
const day = 86_400_000;
const pointsPerChannel = Number(process.env["BENCH_PAGE_POINTS"] ?? 1_000_000);

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const list = (times: readonly number[]): string => times.map((one) => one.toFixed(0)).join(", ");

/** A page of 20 widgets over a day of one-second data, opened by a browser that knows nothing of it [DSH4]. */
export async function measurePageLoad(stage: Stage): Promise<void> {
  const filled = { channels: charts, points: pointsPerChannel, stepMs: 1_000, end: Date.now() };
  const device = await fillTelemetry(stage.client, filled);
  const id = await fillDashboard(stage.client, device, keysOf(charts), 2 * charts, "now-24h");
  console.log(
    `a page of ${2 * charts} widgets, ${charts} of them charts, 24 h of ${pointsPerChannel} points per channel:`,
  );
  const loads: Load[] = [];
  for (let run = 0; run < runs; run++) loads.push(await coldLoad(stage, `/dashboards/${id}`));
  const times = loads.map(({ shownMs }) => shownMs);
  console.log(`  cold until everything is drawn: median ${median(times).toFixed(0)} ms (${list(times)}; aim <= 1500)`);
  console.log(`  questions asked for that: ${Math.max(...loads.map(({ questions }) => questions))} (aim 1)`);
  const [last] = loads.slice(-1);
  const kB = (bytes = Number.NaN) => (bytes / 1_000).toFixed(1);
  console.log(`  script beyond the first load: ${kB(last?.ownBytes)} kB (aim <= 60)`);
  console.log(`  and ${kB(last?.wordBytes)} kB of words, which every page fetches`);
  await compareWithPanels(stage, id);
}

interface Load {
  readonly shownMs: number;
  readonly questions: number;
  /** Scripts that the first load does not name, without words. */
  readonly ownBytes: number;
  readonly wordBytes: number;
}

async function coldLoad({ base, newPage }: Stage, path: string): Promise<Load> {
  const page = await newPage();
  let questions = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/dashboardData")) questions += 1;
  });
  await page.goto(base + path, { waitUntil: "commit" });
  await page.waitForFunction(isDrawn, charts, { polling: "raf" });
  const { shownMs, scripts } = await page.evaluate(() => ({
    shownMs: performance.now(),
    scripts: (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name }) => new URL(name).pathname),
  }));
  await page.context().close();
  const first = new Set(firstScripts());
  const [words = [], own = []] = [true, false].map((areWords) =>
    scripts.filter((name) => !first.has(name) && /\/(en|de)-/.test(name) === areWords),
  );
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + sentBytes(name), 0);
  return { shownMs, questions, ownBytes: sum(own), wordBytes: sum(words) };
}

/** Every chart has its canvas, every number its value. */
const isDrawn = (count: number): boolean =>
  document.querySelectorAll(".widget .uplot canvas").length >= count &&
  [...document.querySelectorAll(".widget-value")].filter((one) => /\d/.test(one.textContent ?? "")).length >= count;

/** The same data, asked for by each widget on its own, as panels of other dashboards do; in turns, in one page. */
async function compareWithPanels({ base, client, newPage }: Stage, id: string): Promise<void> {
  const whole = await requestOf(client, id);
  const panels = Object.values(Object.groupBy(Object.entries(whole.queries), ([name]) => name.split(".")[0] ?? "")).map(
    (some = []) => ({ ...whole, queries: Object.fromEntries(some) }),
  );
  const page = await newPage();
  await page.goto(`${base}/favicon.svg`);
  const asked = { whole: [] as Asked[], panels: [] as Asked[] };
  for (let run = 0; run <= runs; run++) {
    const [one, many] = [await ask(page, client.headers, [whole]), await ask(page, client.headers, panels)];
    if (run === 0) continue; // whatever is read for the first time
    asked.whole.push(one);
    asked.panels.push(many);
  }
  const text = (name: "whole" | "panels") => {
    const [took, bytes] = [asked[name].map((one) => one.ms), asked[name].map((one) => one.bytes)];
    return `median ${median(took).toFixed(0)} ms (${list(took)}), ${(median(bytes) / 1_000).toFixed(0)} kB`;
  };
  console.log(`  its data in one request: ${text("whole")}`);
  console.log(`  in ${panels.length} requests, one for each widget: ${text("panels")}`);
  await page.context().close();
}

async function requestOf(client: Stage["client"], id: string): Promise<DataRequest> {
  const { configuration } = (await (await client.get(`/api/dashboard/${id}`)).json()) as {
    configuration: Parameters<typeof pageRequest>[0]["configuration"];
  };
  const [page] = configuration.pages;
  const to = Date.now();
  const view = { from: to - day, to, timeZone: "UTC", choices: {}, width: 1_200 };
  const request = page && pageRequest({ ...view, configuration, page });
  if (!request) throw new Error("the page asks nothing");
  return request;
}

interface Asked {
  readonly ms: number;
  /** Over the wire, heads of answers counted. */
  readonly bytes: number;
}

const ask = (page: Page, headers: Readonly<Record<string, string>>, bodies: readonly DataRequest[]): Promise<Asked> =>
  page.evaluate(
    async ({ headers, bodies }) => {
      performance.clearResourceTimings();
      const start = performance.now();
      const one = async (body: object) => {
        const sent = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
        await (await fetch("/api/dashboardData", { ...sent, body: JSON.stringify(body) })).text();
      };
      await Promise.all(bodies.map(one));
      const took = performance.now() - start;
      const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return { ms: took, bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0) };
    },
    { headers, bodies },
  );
