// A node with 10,000 rules and a million states of devices and rules [RUL3, RUN1]: how soon it is ready, and how soon everything that fell
// due while it was down is done.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChildNode, logIn, startChildNode } from "../child-node.ts";
import { fillStates } from "./fill-states.ts";

const devices = Number(process.env["BENCH_DEVICES"] ?? 20_000);
const states = Number(process.env["BENCH_STATES"] ?? 1_000_000);
const rules = Number(process.env["BENCH_RULES"] ?? 10_000);
const rowsPerImport = 5_000;
const lookEveryMs = 100;
const env = { HELIO_ALARMS_PER_TENANT: "1000000", HELIO_RULES_PER_TENANT: "100000" };

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function fill(dataDir: string): Promise<void> {
  const node = await startChildNode(env, dataDir);
  const client = await logIn(node.port);
  for (let from = 0; from < devices; from += rowsPerImport) {
    const rows = Array.from({ length: Math.min(rowsPerImport, devices - from) }, (_, at) => `device-${from + at},pump`);
    const path = `/api/tenants/${client.tenantId}/devices/import`;
    await json(await client.post(path, ["name,type", ...rows].join("\n"), "text/csv"));
  }
  await node.stop();
  await fillStates(dataDir, { rules, ofType: Math.round(states / devices) });
}

/** From the ready line until every alarm that fell due is stored. Not asked of the node: that would take its time. */
async function caughtUpMs(dataDir: string): Promise<number> {
  const ready = performance.now();
  using database = new DatabaseSync(join(dataDir, "heliograph.db"), { readOnly: true, timeout: lookEveryMs });
  const raised = database.prepare("select count(*) as count from alarms where cleared = 0");
  while (Number(raised.get()?.["count"]) < devices) await sleep(lookEveryMs);
  return performance.now() - ready;
}

/** How long its event loop was kept at most since this was asked last, in ms. */
async function longestStall({ process: child }: ChildNode): Promise<number> {
  const told = new Promise<number>((resolve) => child.once("message", (ms) => resolve(Number(ms))));
  child.send("tell");
  return told;
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
const written = (value: number): string => Math.round(value).toLocaleString("en");

export async function measureMany(tell: (line: string) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "heliograph-bench-rules-"));
  try {
    await fill(dataDir);
    tell(
      `${written(rules)} rules, ${written(states)} states of ${written(devices)} devices, ${written(devices)} of them fell due:`,
    );
    const node = await startChildNode(env, dataDir, new URL("./loop-watch.ts", import.meta.url));
    await longestStall(node); // of loading the program
    const caughtUp = await caughtUpMs(dataDir);
    tell(
      `  ready after ${inSeconds(node.readyMs)}, caught up ${inSeconds(caughtUp)} later, with ${written(node.residentBytes() / 1_048_576)} MiB`,
    );
    tell(`  event loop kept at most ${written(await longestStall(node))} ms meanwhile (aim: 50 ms)`);
    await node.stop();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
