// Pages of a device group in a tenant of 100,000 devices [PRJ2]: a filter over type, project, two attributes and one
// latest value, counts included, beside a program that reads all devices and looks at each.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeviceFilterNode } from "@heliograph/contract";
import type { TenantId } from "../../server/src/kernel/ids.ts";
import { type LoggedIn, logIn, startChildNode } from "../child-node.ts";
import { type Filled, fillValues } from "./fill-values.ts";
import { naiveScan } from "./naive-scan.ts";

const deviceCount = Number(process.env["BENCH_DEVICES"] ?? 100_000);
const runs = Number(process.env["BENCH_RUNS"] ?? 60);
const rowsPerImport = 20_000;
const projectCount = 10;
const typeCount = 4;

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Entity {
  readonly id: { readonly id: string };
  readonly name: string;
}

/** Projects one after another, each with its part of every type. */
async function fillDevices() {
  const node = await startChildNode({}, dataDir);
  const client = await logIn(node.port);
  const projectIds: string[] = [];
  for (let index = 0; index < projectCount; index++) {
    const made = await client.post("/api/project", JSON.stringify({ name: `Site ${index}` }), "application/json");
    projectIds.push((await json<Entity>(made)).id.id);
  }
  for (let from = 0; from < deviceCount; from += rowsPerImport) await importSome(client, from, projectIds);
  const types = await json<{ data: Entity[] }>(await client.get("/api/deviceProfiles?limit=-1"));
  await node.stop();
  const typeIds = types.data.filter(({ name }) => name.startsWith("type-")).map(({ id }) => id.id);
  return { tenantId: client.tenantId, projectIds, typeIds };
}

async function importSome(client: LoggedIn, from: number, projectIds: readonly string[]): Promise<void> {
  const perProject = rowsPerImport / projectCount;
  for (const [part, project] of projectIds.entries()) {
    const rows = Array.from({ length: perProject }, (_, index) => {
      const number = from + part * perProject + index;
      // Names do not follow the order of the rows: sorting is real work.
      return `logger-${String((number * 7919) % 1_000_003).padStart(7, "0")},type-${number % typeCount}`;
    });
    const path = `/api/tenants/${client.tenantId}/devices/import?projectId=${project}`;
    await json(await client.post(path, ["name,type", ...rows].join("\n"), "text/csv"));
  }
}

interface Case {
  readonly name: string;
  readonly hall: string;
  readonly above: number;
  readonly hotterThan: number;
  readonly projects: number;
}

const cases: readonly Case[] = [
  { name: "each condition met by a quarter to a half", hall: "hall 1", above: 50, hotterThan: 50, projects: 3 },
  { name: "one attribute that is rare", hall: "hall 1", above: 99.9, hotterThan: 50, projects: 3 },
  { name: "a latest value that is rare", hall: "hall 1", above: 50, hotterThan: 99.9, projects: 3 },
];

const filterOf = ({ hall, above, hotterThan, projects }: Case): DeviceFilterNode => ({
  kind: "ALL",
  conditions: [
    { kind: "TYPE", deviceProfileIds: typeIds.slice(0, 1) },
    { kind: "PROJECT", projectIds: projectIds.slice(0, projects) },
    { kind: "ATTRIBUTE", scope: "SERVER_SCOPE", key: "hall", comparison: "EQUAL", value: hall },
    { kind: "ATTRIBUTE", key: "limit", comparison: "GREATER", value: above },
    { kind: "LATEST_VALUE", key: "temperature", comparison: "GREATER", value: hotterThan },
  ],
});

async function measure(): Promise<void> {
  const node = await startChildNode({}, dataDir);
  const client = await logIn(node.port);
  console.log(`${deviceCount} devices, ${runs} pages of 100 each, over HTTP`);
  for (const one of cases) await compare(client, one, filled);
  await node.stop();
}

async function compare(client: LoggedIn, one: Case, values: Filled): Promise<void> {
  const group = { name: one.name, filter: filterOf(one) };
  const saved = await json<Entity>(await client.post("/api/deviceGroup", JSON.stringify(group), "application/json"));
  const path = `/api/deviceGroup/${saved.id.id}/devices?limit=100`;
  const page = () => client.get(path).then(json<{ totalElements: number }>);
  const scan = naiveScan(dataDir, values);
  const wanted = { ...one, type: typeIds[0] ?? "", projects: new Set(projectIds.slice(0, one.projects)) };
  const [first, firstMs] = await timed(page);
  const [expected] = await timed(async () => scan.page(wanted));
  if (first.totalElements !== expected.total)
    throw new Error(`${one.name}: ${first.totalElements} found, ${expected.total} expected`);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    ours.push((await timed(page))[1]);
    if (run % 10 === 0) theirs.push((await timed(async () => scan.page(wanted)))[1]);
  }
  scan.close();
  const [p50, p95, naive] = [at(ours, 0.5), at(ours, 0.95), at(theirs, 0.5)];
  console.log(
    `${one.name} (${first.totalElements} devices): p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (aim ≤ 150), ` +
      `first ${firstMs.toFixed(0)} ms; reading all ${naive.toFixed(0)} ms, ratio ${(p50 / naive).toFixed(3)}`,
  );
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

const dataDir = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
const { tenantId, projectIds, typeIds } = await fillDevices();
const filled = await fillValues(dataDir, tenantId as TenantId);
await measure();
rmSync(dataDir, { recursive: true, force: true });
