// Lists of devices in a tenant of 100,000, against the same queries answered by plain node:http and node:sqlite.
import { fork } from "node:child_process";
import { once } from "node:events";
import { type LoggedIn, logIn, startChildNode } from "../child-node.ts";
import { compareMs, mib } from "../measure.ts";

const deviceCount = Number(process.env["BENCH_DEVICES"] ?? 100_000);
const rowsPerImport = 20_000;
const memorySampleMs = 5;

async function fill(client: LoggedIn): Promise<void> {
  for (let from = 0; from < deviceCount; from += rowsPerImport) {
    const rows = Array.from({ length: Math.min(rowsPerImport, deviceCount - from) }, (_, index) => {
      const number = String(from + index).padStart(6, "0");
      return `logger-${number},type-${(from + index) % 10},Station ${number},,SN${number},2.13.${(from + index) % 7}`;
    });
    const csv = ["name,type,label,description,serialNumber,firmwareVersion", ...rows].join("\n");
    const response = await client.post(`/api/tenants/${client.tenantId}/devices/import`, csv, "text/csv");
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  }
}

async function startPeer(database: string): Promise<{ port: number; stop(): void }> {
  const peer = fork(new URL("./plain-peer.ts", import.meta.url), [database]);
  const [port] = (await once(peer, "message")) as [number];
  return { port, stop: () => peer.kill() };
}

const drain = async (response: Response): Promise<number> => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
};

const node = await startChildNode();
const client = await logIn(node.port);
await fill(client);
const peer = await startPeer(`${node.dataDir}/heliograph.db`);
const list = `/api/tenants/${client.tenantId}/devices`;

async function compare(name: string, query: string, runs: number): Promise<void> {
  const ours = async () => drain(await client.get(`${list}?${query}`));
  const theirs = async () => drain(await fetch(`http://127.0.0.1:${peer.port}${list}?${query}`));
  const [ourBytes, theirBytes] = [await ours(), await theirs()];
  if (ourBytes !== theirBytes)
    throw new Error(`${name}: the answers differ in size, ${ourBytes} and ${theirBytes} bytes`);
  const ms = await compareMs(ours, theirs, runs);
  console.log(
    `${name}: ${ms.ours.toFixed(1)} ms, plain ${ms.theirs.toFixed(1)} ms, ratio ${(ms.ours / ms.theirs).toFixed(2)} (aim ≤ 1.5)`,
  );
}

console.log(`${deviceCount} devices in the tenant`);
await compare("page of 100, text search, sorted by name", "limit=100&textSearch=42&sortProperty=name", 30);
await compare("page of 100, text search, sorted by label", "limit=100&textSearch=42&sortProperty=label", 30);
await compare("page of 100, plain", "limit=100", 50);

const idle = node.residentBytes();
let peak = idle;
const watch = setInterval(() => {
  peak = Math.max(peak, node.residentBytes());
}, memorySampleMs);
await compare("limit=-1", "limit=-1", 10);
clearInterval(watch);
console.log(
  `resident memory: idle ${mib(idle)}, during limit=-1 at most ${mib(peak)}, ${mib(peak - idle)} more (aim ≤ 50 MiB)`,
);

peer.stop();
await node.stop();
