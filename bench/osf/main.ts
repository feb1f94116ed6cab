// Reading speed as a share of what cannot be avoided: copying the same bytes (plain), inflating them (.osfz).
// `npm run bench -- osf`; OSF_BENCH_MB sets the size of the files. Every ratio comes from interleaved runs.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { benchFiles } from "./files.ts";
import { measureMemory } from "./memory.ts";

const { OSF_BENCH_MB = "128" } = process.env;
const measure = fileURLToPath(new URL("./measure.ts", import.meta.url));

console.log(`OSF reading, ${OSF_BENCH_MB} MB per file, best of alternating runs\n`);
for (const { name } of benchFiles) {
  const { status } = spawnSync(process.execPath, [measure, name, OSF_BENCH_MB], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
await measureMemory(Number(OSF_BENCH_MB));
