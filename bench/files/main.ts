// Files: upload, download and ZIP against a plain node:http pipe, lists of many files, pings of many devices.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logIn, startChildNode } from "../child-node.ts";
import { compareMs, mib } from "../measure.ts";

const megabytes = Number(process.env["BENCH_MB"] ?? 100);
const zipFiles = Number(process.env["BENCH_ZIP_FILES"] ?? 1_000);
const listedFiles = Number(process.env["BENCH_LISTED"] ?? 100_000);
const pings = Number(process.env["BENCH_PINGS"] ?? 10_000);
const runs = 3;
const inFlight = 50;

const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
const peer = fork(new URL("./plain-peer.ts", import.meta.url), [folder]);
const [peerPort] = (await once(peer, "message")) as [number];
const node = await startChildNode();
const client = await logIn(node.port);
const base = `http://127.0.0.1:${node.port}`;
const plain = `http://127.0.0.1:${peerPort}`;
const json = async <T>(response: Response): Promise<T> => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};
const { id } = await json<{ id: { id: string } }>(
  await client.post("/api/device", '{"name":"bench"}', "application/json"),
);
const { credentialsId } = await json<{ credentialsId: string }>(await client.get(`/api/device/${id.id}/credentials`));

const ratio = (name: string, ms: { ours: number; theirs: number }, aim: string) =>
  console.log(
    `${name}: ${ms.ours.toFixed(0)} ms, plain ${ms.theirs.toFixed(0)} ms, ${(ms.theirs / ms.ours).toFixed(2)}× (aim ${aim})`,
  );

async function drain(response: Response): Promise<number> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
}

async function tokenFor(names: readonly string[]): Promise<string> {
  const path = `/api/device/${id.id}/data-files/CLIENT_SCOPE/download`;
  const response = await client.post(path, JSON.stringify(names), "application/json");
  if (!response.ok) throw new Error(await response.text());
  return `${base}/api/device/${id.id}/data-files/CLIENT_SCOPE/token/${await response.text()}`;
}

const content = Buffer.alloc(megabytes * 1_000_000, "measurement ");
const upload = async () => {
  const form = new FormData();
  form.append("data", new Blob([content]), "large.bin");
  await drain(await fetch(`${base}/status.php?F=UPLOAD&ID=${credentialsId}`, { method: "POST", body: form }));
};
ratio(
  `upload of ${megabytes} MB`,
  await compareMs(upload, async () => drain(await fetch(`${plain}/large.bin`, { method: "PUT", body: content })), runs),
  "≥ 0.8×",
);

const large = await tokenFor(["large.bin"]);
ratio(
  `download of ${megabytes} MB`,
  await compareMs(
    async () => drain(await fetch(large)),
    async () => drain(await fetch(`${plain}/large.bin`)),
    runs,
  ),
  "≥ 0.8×",
);

const small = Buffer.alloc(1_000_000, "x");
const names = Array.from({ length: zipFiles }, (_, index) => `zip/${index}.bin`);
for (const [index, name] of names.entries()) {
  small.writeUInt32LE(index);
  await drain(
    await client.post(
      `/api/devices/${id.id}/data-files?name=${encodeURIComponent(name)}`,
      small.toString("latin1"),
      "text/plain",
    ),
  );
  writeFileSync(join(folder, `${index}.bin`), small);
}
const archive = await tokenFor(names);
const readAll = async () => {
  for (let index = 0; index < zipFiles; index++) await drain(await fetch(`${plain}/${index}.bin`));
};
ratio(
  `ZIP of ${zipFiles} files of 1 MB`,
  await compareMs(async () => drain(await fetch(archive)), readAll, 1),
  "≥ 0.5×",
);

const list = `<root>${Array.from({ length: listedFiles }, (_, index) => `<file name="/sde/preview/${index}.osfz" tag="preview" size="5" startTime="${new Date(index * 60_000).toISOString()}"/>`).join("")}</root>`;
const form = new FormData();
form.append("data", new Blob([list]), "list.xml");
const listStart = performance.now();
await drain(await fetch(`${base}/status.php?F=RETURN_LIST&ID=${credentialsId}`, { method: "POST", body: form }));
console.log(`RETURN_LIST of ${listedFiles} files taken in ${(performance.now() - listStart).toFixed(0)} ms`);
const idle = node.residentBytes();
for (const [name, path] of [
  ["JSON", `/api/devices/${id.id}/data-files/original?includeRemote=true&limit=-1`],
  ["XML", `/API/filelist/list/deviceid/${credentialsId}/StartTime/0/9000000000`],
] as const) {
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, node.residentBytes());
  }, 10);
  const start = performance.now();
  const bytes = await drain(await client.get(path));
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `${name} list: ${(listedFiles / seconds).toFixed(0)} files/s, ${mib(bytes)}, at most ${mib(peak - idle)} more memory`,
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
const post = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers: { "content-length": "0" } }, (response) => {
      response.resume();
      response.once("end", () =>
        response.statusCode === 204 ? resolve() : reject(new Error(`${response.statusCode}`)),
      );
    });
    sent.once("error", reject);
    sent.end();
  });
const many = async (url: string) => {
  let left = pings;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await post(url);
    }),
  );
};
const pinging = await compareMs(
  () => many(`${base}/status.php?F=PING&ID=${credentialsId}`),
  () => many(`${plain}/empty`),
  runs,
);
console.log(
  `${pings} pings: ${((pings / pinging.ours) * 1_000).toFixed(0)}/s, empty fastify route ${((pings / pinging.theirs) * 1_000).toFixed(0)}/s, ${(pinging.theirs / pinging.ours).toFixed(2)}× (aim ≥ 0.5×)`,
);

agent.destroy();
peer.kill();
await node.stop();
rmSync(folder, { recursive: true, force: true });
