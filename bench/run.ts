// `npm run bench -- NAME` runs one benchmark, without a name it lists them. Each prints ratios from one run: the
// machines they run on are shared, so a figure means little by itself.
import { existsSync, readdirSync } from "node:fs";

const folder = new URL(".", import.meta.url);
const [name] = process.argv.slice(2);
const mainOf = (bench: string): URL => new URL(`${bench}/main.ts`, folder);

if (name !== undefined && existsSync(mainOf(name))) {
  await import(mainOf(name).href);
} else {
  const names = readdirSync(folder).filter((entry) => existsSync(mainOf(entry)));
  console.log(`Benchmarks: ${names.join(", ")}\nRun one with: npm run bench -- ${names[0]}`);
  process.exitCode = name === undefined ? 0 : 2;
}
