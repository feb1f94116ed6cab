// Peak memory of a process that reads a file from disk, for files of different size.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createOsfFile } from "../../osf/src/node/index.ts";

const million = 1_000_000;
const reader = fileURLToPath(new URL("./read-and-report.ts", import.meta.url));

async function write(path: string, megabytes: number, compress: boolean): Promise<void> {
  const channels = Array.from({ length: 20 }, (_, i) => ({ name: `channel ${i}`, datatype: "double" as const }));
  const writer = await createOsfFile(path, { channels, compress });
  const values = Float64Array.from({ length: 2000 }, (_, i) => Math.sin(i / 50));
  const blocks = Math.ceil((megabytes * million) / (values.length * 16));
  for (let block = 0; block < blocks; block++) {
    const start = BigInt(block) * 2_000_000n;
    await writer.stamped(
      block % channels.length,
      BigInt64Array.from(values, (_, i) => start + BigInt(i) * 1000n),
      values,
    );
  }
  await writer.close();
}

function peakMegabytes(path: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [reader, path], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

export async function measureMemory(megabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "osf-bench-"));
  try {
    for (const compress of [false, true]) {
      const peaks: number[] = [];
      for (const size of [megabytes, megabytes * 4]) {
        const path = join(folder, `${size}.${compress ? "osfz" : "osf"}`);
        await write(path, size, compress);
        peaks.push(peakMegabytes(path));
        await rm(path);
      }
      const [small = 0, large = 0] = peaks;
      const label = `peak memory, ${compress ? ".osfz" : ".osf"} of ${megabytes} MB and ${megabytes * 4} MB`;
      console.log(
        `${label.padEnd(46)} ${small.toFixed(0)} MB and ${large.toFixed(0)} MB, ${(large / small).toFixed(2)}x`,
      );
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
