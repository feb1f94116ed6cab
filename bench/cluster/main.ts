// What several nodes stand on, against what others do with the same servers, in one run [issue: benchmarks].
// `npm run bench -- cluster [part …]`. Sizes come from the environment: POINTS (5000000), ROW_POINTS (a tenth of that).
import { askedParts } from "../asked-parts.ts";
import { points } from "./points.ts";

const parts: Readonly<Record<string, () => Promise<void>>> = { points };

for (const part of askedParts(parts)) await part();
