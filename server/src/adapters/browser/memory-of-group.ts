import { readdir, readFile } from "node:fs/promises";

const kibibyte = 1_024;

/** Bytes that a group of processes uses, what they share counted once; 0 where the system does not tell. */
export async function memoryOfGroup(group: number): Promise<number> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(ids.map(async (id) => ((await groupOf(id)) === group ? memoryOf(id) : 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Behind the name, which may have any character: state, parent, group. */
async function groupOf(id: string): Promise<number> {
  const text = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
  return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[2]);
}

async function memoryOf(id: string): Promise<number> {
  const text = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * kibibyte;
}
