// What several nodes stand on, against what others do with the same servers, in one run [issue: benchmarks].
// `npm run bench -- cluster [part …]`. Sizes come from the environment: POINTS (5000000), ROW_POINTS (a tenth of that),
// LOGGED_POINTS (1000000), BENCH_MB (100), BENCH_DEVICES (600), BENCH_SECONDS (10), BENCH_IN_FLIGHT (10), BENCH_ROUNDS (400), BENCH_KILLS (20),
// BENCH_SENDERS (24).
import { askedParts } from "../asked-parts.ts";
import { deaths } from "./deaths.ts";
import { files } from "./files.ts";
import { forwarding } from "./forwarding.ts";
import { points } from "./points.ts";
import { reads } from "./reads.ts";
import { takeOver } from "./take-over.ts";

const parts: Readonly<Record<string, () => Promise<void>>> = {
  points,
  "take-over": takeOver,
  forwarding,
  reads,
  deaths,
  files,
};

for (const part of askedParts(parts)) await part();
