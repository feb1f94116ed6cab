import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { fillDashboard, keysOf } from "./dashboard.ts";
import { fillTelemetry } from "./fill.ts";
import type { Stage } from "./stage.ts";

const channels = 10;
const valuesPerSecond = 500;
const updates = 10_000;
const everyMs = (1_000 * channels) / valuesPerSecond;
const warmUpMs = 5_000;

/** A page whose values change all the time: what the browser does for it, and what it keeps of it [DSH4]. */
export async function measureLivePage({ client, base, newPage }: Stage): Promise<void> {
  const filled = { channels, points: 3_600, stepMs: 1_000, end: Date.now() };
  const device = await fillTelemetry(client, filled);
  const id = await fillDashboard(client, device, keysOf(channels), 2 * channels, "now-1h");
  const page = await newPage();
  let subscriptions = 0;
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (/"type":"(watchPage|subscribe)"/.test(String(payload))) subscriptions += 1;
    }),
  );
  await page.goto(`${base}/dashboards/${id}`);
  await page.locator(".widget .uplot").first().waitFor();
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" }); // what the thread did, whatever else the machine does
  const stop = sendValues(client, device);
  await sleep(warmUpMs);
  const [before, heapBefore] = [await busySeconds(tools), await heapBytes(tools)];
  const start = performance.now();
  await sleep((1_000 * updates) / valuesPerSecond);
  const seconds = (performance.now() - start) / 1_000;
  const busy = (await busySeconds(tools)) - before;
  const sent = await stop();
  const heapAfter = await heapBytes(tools);
  console.log(`a page of ${2 * channels} widgets while ${sent.toFixed(0)} values a second come:`);
  console.log(`  main thread busy ${((100 * busy) / seconds).toFixed(1)} % of the time (aim <= 30)`);
  const kB = (bytes: number) => (bytes / 1_000).toFixed(0);
  console.log(`  heap after ${updates} values: ${kB(heapAfter)} kB, before ${kB(heapBefore)} kB (aim: flat)`);
  console.log(`  live subscriptions: ${subscriptions} (aim 1)`);
  await page.context().close();
}

const metricOf = async (tools: CDPSession, name: string): Promise<number> => {
  const { metrics } = await tools.send("Performance.getMetrics");
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
};
const busySeconds = (tools: CDPSession) => metricOf(tools, "TaskDuration");

async function heapBytes(tools: CDPSession): Promise<number> {
  await tools.send("HeapProfiler.collectGarbage");
  return (await tools.send("Runtime.getHeapUsage")).usedSize;
}

/** Sends until it is stopped, which answers how many values a second it was. */
function sendValues(client: Stage["client"], device: string): () => Promise<number> {
  const start = performance.now();
  let [sent, isOver] = [0, false];
  const path = `/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`;
  const going = (async () => {
    while (!isOver) {
      const values = Object.fromEntries(keysOf(channels).map((key, at) => [key, at + Math.random()]));
      const answer = await client.post(path, JSON.stringify({ ts: Date.now(), values }), "application/json");
      if (!answer.ok) throw new Error(await answer.text());
      sent += channels;
      await sleep(Math.max(0, start + (sent / channels) * everyMs - performance.now()));
    }
  })();
  return async () => {
    isOver = true;
    const seconds = (performance.now() - start) / 1_000;
    await going;
    return sent / seconds;
  };
}
