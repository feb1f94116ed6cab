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

/** How much larger the files get. */
const growth = [1, 4, 8];

export async function measureMemory(megabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "osf-bench-"));
  try {
    for (const extension of ["osf", "osfz"]) {
      const sizes = growth.map((factor) => factor * megabytes);
      const peaks: number[] = [];
      for (const size of sizes) {
        const path = join(folder, `${size}.${extension}`);
        await write(path, size, extension === "osfz");
        peaks.push(peakMegabytes(path));
        await rm(path);
      }
      const label = `peak memory, .${extension} of ${sizes.join(", ")} MB`;
      const ratio = (peaks.at(-1) ?? 0) / (peaks[0] ?? 1);
      console.log(`${label.padEnd(46)} ${peaks.map((peak) => peak.toFixed(0)).join(", ")} MB, ${ratio.toFixed(2)}x`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
