// `npm run bench -- NAME` runs bench/NAME/main.ts; without a name it lists what there is.
import { existsSync, readdirSync } from "node:fs";

const here = new URL(".", import.meta.url);
const names = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/main.ts`, here)))
  .map((entry) => entry.name);
const [wanted] = process.argv.slice(2);

if (wanted !== undefined && names.includes(wanted)) await import(`./${wanted}/main.ts`);
else {
  console.log(`Benchmarks: ${names.join(", ")}\nRun one with: npm run bench -- NAME`);
  process.exitCode = wanted === undefined ? 0 : 1;
}
