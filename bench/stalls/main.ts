// How long the event loop is kept by long work: /health/live is asked all the time while it runs [API11].
import { type LoggedIn, logIn, startChildNode } from "../child-node.ts";
import { watchHealth } from "./health-watch.ts";

const exportsAtOnce = 60;
const points = 400_000;
const pointsPerWrite = 20_000;
const keys = 4;

/** A device with a history that is worth an export. */
async function deviceWithHistory(people: LoggedIn): Promise<string> {
  const made = await people.post("/api/device", JSON.stringify({ name: "logger" }), "application/json");
  const { id } = (await made.json()) as { id: { id: string } };
  for (let from = 0; from < points; from += pointsPerWrite) {
    const rows = Array.from({ length: pointsPerWrite / keys }, (_, row) => {
      const ts = 1_700_000_000_000 + (from / keys + row) * 100;
      return `{"ts":${ts},"values":{"a":${row / 3},"b":${row},"c":"on","d":${row / 7}}}`;
    });
    const path = `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`;
    const answer = await people.post(path, `[${rows.join(",")}]`, "application/json");
    if (!answer.ok) throw new Error(await answer.text());
  }
  return id.id;
}

/** Often enough for somebody to come in between. */
async function inARow(work: () => Promise<unknown>): Promise<void> {
  for (let left = 20; left > 0; left--) await work();
}

const node = await startChildNode({ HELIO_BODY_LIMIT: "16777216" });
try {
  const people = await logIn(node.port);
  const device = await deviceWithHistory(people);
  const base = `/api/plugins/telemetry/DEVICE/${device}`;
  const history = `${base}/values/timeseries?keys=a,b,d&startTs=0&endTs=2000000000000`;
  const days = `${base}/values/timeseries?keys=a&startTs=0&endTs=${Date.UTC(2243, 9, 10)}`;
  const berlinDays = async () => {
    const answer = await people.get(`${days}&agg=AVG&interval=DAY&timeZone=Europe/Berlin`);
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  };
  const written = async (body: string) =>
    (await people.post(`${base}/timeseries/ANY`, body, "application/json")).text();
  const each: Record<string, () => Promise<unknown>> = {
    nothing: () => new Promise((resolve) => setTimeout(resolve, 2_000)),
    [`${exportsAtOnce} exports by one user`]: () =>
      Promise.all(
        Array.from({ length: exportsAtOnce }, async () => {
          const answer = await people.get(`${base}/export/timeseries`);
          return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
        }),
      ),
    "one export": async () => (await people.get(`${base}/export/timeseries`)).text(),
    "aggregate, 100,000 buckets": async () => (await people.get(`${history}&agg=AVG&interval=20000000`)).text(),
    "aggregate, 100,000 days in a time zone": () => inARow(berlinDays),
    "20 of these at once": () => Promise.all(Array.from({ length: 20 }, berlinDays)),
    "1 MB nested 400,000 deep": () => inARow(() => written(`{"a":${"[".repeat(400_000)}${"]".repeat(400_000)}}`)),
    "1 MB of small arrays and one long integer": () =>
      inARow(() => written(`{"z":12345678901234567890,"a":[${"[],".repeat(330_000)}0]}`)),
    "1 MB of different names": () =>
      inARow(() => written(`{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(",")}}`)),
    "history of 300,000 points": async () => (await people.get(`${history}&limit=1000000`)).text(),
  };
  for (const [name, work] of Object.entries(each)) {
    const health = watchHealth(node.port);
    const start = performance.now();
    const result = await work();
    const seconds = (performance.now() - start) / 1_000;
    const refused = Array.isArray(result) ? result.filter(({ status }) => status !== 200).length : 0;
    console.log(`${name}: ${seconds.toFixed(1)} s, ${refused} refused, /health/live ${await health.end()}`);
  }
} finally {
  await node.stop();
}
