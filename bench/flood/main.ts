// What people notice while devices publish as fast as they can [API11]: the node on one core, the generator and the people
// on another. Figures mean something beside those of another tree, or of another setting, from the same machine and hour.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildNode, logIn, startChildNode } from "../child-node.ts";
import { buildLoad, publish } from "../mqtt/load.ts";
import { connectOnce } from "./connect-once.ts";
import { Probe } from "./probe.ts";

const devices = Number(process.env["BENCH_DEVICES"] ?? 2_000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 10);
const inFlight = Number(process.env["BENCH_IN_FLIGHT"] ?? 50);
const threadCounts = (process.env["BENCH_MQTT_THREADS"] ?? "0,1").split(",");
const aimMs = 250;
const quietMs = 2_000;

function pin(pid: number, core: number): void {
  try {
    execFileSync("taskset", ["-apc", String(core), String(pid)], { stdio: "ignore" });
  } catch {
    console.log("taskset is missing: everything shares the cores");
  }
}

async function createDevices(node: ChildNode): Promise<{ file: string; tokens: readonly string[] }> {
  const tokens = Array.from({ length: devices + 1 }, (_, number) => `flood-token-${number}`);
  const user = await logIn(node.port);
  const csv = ["name,token", ...tokens.map((token, number) => `flood ${number},${token}`)].join("\n");
  const answer = await user.post(`/api/tenants/${user.tenantId}/devices/import`, csv, "text/csv");
  if (!answer.ok) throw new Error(await answer.text());
  const file = join(mkdtempSync(join(tmpdir(), "heliograph-flood-")), "tokens");
  writeFileSync(file, `${tokens.join("\n")}\n`);
  return { file, tokens };
}

async function probesOf(node: ChildNode, token: string): Promise<readonly Probe[]> {
  const people = await logIn(node.port);
  const made = await people.post("/api/device", JSON.stringify({ name: "watched" }), "application/json");
  const { id } = ((await made.json()) as { id: { id: string } }).id;
  const of = (path: string) => `/api/plugins/telemetry/DEVICE/${id}/${path}`;
  const ok = async (asked: Promise<Response>) => {
    const answer = await asked;
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
  };
  return [
    new Probe("/health/live", () => ok(people.get("/health/live")), aimMs),
    new Probe("small read", () => ok(people.get(`/api/device/${id}`)), aimMs),
    new Probe("latest values", () => ok(people.get(of("values/timeseries"))), aimMs),
    new Probe("attribute write", () =>
      ok(people.post(of("attributes/SERVER_SCOPE"), '{"limit":21.5}', "application/json")),
    ),
    new Probe("MQTT CONNECT", () => connectOnce(node.mqttPort, token)),
  ];
}

async function during(probes: readonly Probe[], work: () => Promise<unknown>): Promise<void> {
  for (const probe of probes) probe.start();
  await work();
  for (const probe of probes) console.log(`  ${await probe.end()}`);
}

const program = buildLoad();
pin(process.pid, 1);
for (const threads of threadCounts) {
  const node = await startChildNode({ HELIO_MQTT_THREADS: threads });
  try {
    pin(node.process.pid ?? 0, 0);
    const { file, tokens } = await createDevices(node);
    const probes = () => probesOf(node, tokens[devices] ?? "");
    console.log(`MQTT threads: ${threads}; nothing else to do`);
    const all = await probes();
    await during(all, () => new Promise((resolve) => setTimeout(resolve, quietMs)));
    const flood = () => publish({ program, port: node.mqttPort, tokens: file }, devices, inFlight, seconds);
    let told = "";
    await during(all, async () => {
      const { rate, p50ms, p99ms, lost } = await flood();
      told = `${Math.round(rate)} messages/s stored, p50 ${p50ms} ms, p99 ${p99ms} ms, lost ${lost}`;
      console.log(`${devices} devices as fast as they can: ${told}`);
    });
  } finally {
    await node.stop();
  }
}
