import { mib } from "../measure.ts";
import type { Subject } from "./subject.ts";

const fileCount = Number(process.env["BENCH_LISTED"] ?? 100_000);
const filesPerList = 100_000;
const startMs = Date.UTC(2026, 0, 1);

/** Lists of many files: how fast, and how much memory beyond what the node had before. */
export async function measureLists({ node, client, ours, deviceId, deviceToken }: Subject): Promise<void> {
  const start = performance.now();
  for (let first = 0; first < fileCount; first += filesPerList) {
    const form = new FormData();
    form.append("data", new Blob([listXml(first, Math.min(filesPerList, fileCount - first))]), "list.xml");
    const url = `${ours}/status.php?F=RETURN_LIST&ID=${deviceToken}`;
    const { status } = await fetch(url, { method: "POST", body: form });
    if (status !== 204) throw new Error(`RETURN_LIST: ${status}`);
  }
  console.log(`RETURN_LIST of ${fileCount} files: durable after ${(performance.now() - start).toFixed(0)} ms`);
  for (const [name, path] of [
    ["JSON", `/api/devices/${deviceId}/data-files/original?includeRemote=true&limit=-1`],
    ["XML", `/API/filelist/list/deviceid/${deviceToken}/StartTime/0/9000000000`],
  ] as const) {
    await measureList(
      name,
      () => client.get(path),
      () => node.residentBytes(),
    );
  }
}

async function measureList(name: string, fetchList: () => Promise<Response>, resident: () => number): Promise<void> {
  const before = resident();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 10);
  const start = performance.now();
  let bytes = 0;
  for await (const chunk of (await fetchList()).body ?? []) bytes += chunk.length;
  clearInterval(watch);
  const rate = (fileCount / (performance.now() - start)) * 1_000;
  console.log(
    `${name} list of ${fileCount} files: ${rate.toFixed(0)} files/s, ${mib(bytes)}, at most ${mib(peak - before)} more memory (${mib(peak)} in all)`,
  );
}

function listXml(first: number, count: number): string {
  const time = (index: number) => new Date(startMs + index * 60_000).toISOString();
  const files = Array.from({ length: count }, (_, offset) => {
    const index = first + offset;
    return `<file name="/sde/preview/${index}.osfz" tag="preview" size="5" startTime="${time(index)}" endTime="${time(index + 1)}"/>`;
  });
  return `<root>${files.join("")}</root>`;
}
