// What several nodes stand on, against what others do with the same servers, in one run [issue: benchmarks].
// `npm run bench -- cluster [part …]`. Sizes come from the environment: POINTS (5000000), ROW_POINTS (a tenth of that),
// LOGGED_POINTS (1000000), BENCH_MB (100).
import { askedParts } from "../asked-parts.ts";
import { files } from "./files.ts";
import { points } from "./points.ts";
import { takeOver } from "./take-over.ts";

const parts: Readonly<Record<string, () => Promise<void>>> = {
  points,
  "take-over": takeOver,
  files,
};

for (const part of askedParts(parts)) await part();
