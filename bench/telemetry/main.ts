// Our telemetry engine against one row per point in SQLite, on the same stream, in one run; and against itself: as it
// grows, with late points, with a million series, with reads beside the writes [issue: benchmarks].
// `npm run bench -- telemetry [part …]`; without a part the first two run. Sizes come from the environment: POINTS
// (5000000), GROWTH_POINTS (50000000), MANY_SERIES (1000000), ROUNDS (6), BENCH_DIR for the disk to use.
import { askedParts } from "../asked-parts.ts";
import { acknowledgements } from "./acknowledgements.ts";
import { compare } from "./compare.ts";
import { Folders } from "./folders.ts";
import { growth } from "./growth.ts";
import { late } from "./late.ts";
import { manySeries } from "./many-series.ts";
import { scanOfHeads } from "./scan-of-heads.ts";

type Part = (folders: Folders) => Promise<void>;

const parts: Readonly<Record<string, Part>> = {
  compare,
  late,
  growth,
  series: manySeries,
  heads: scanOfHeads,
  acks: acknowledgements,
};
const byDefault = ["compare", "late"];

using folders = new Folders();
for (const part of askedParts(parts, byDefault)) await part(folders);
