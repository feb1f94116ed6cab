// What several nodes stand on, against what others do with the same servers, in one run [issue: benchmarks].
// `npm run bench -- cluster [part …]`. Sizes come from the environment: POINTS (5000000), ROW_POINTS (a tenth of that).
import { points } from "./points.ts";

const parts: Readonly<Record<string, () => Promise<void>>> = { points };

const asked = process.argv.slice(3);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.log(`No part is called ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}.`);
  process.exitCode = 2;
} else {
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) await parts[name]?.();
}
