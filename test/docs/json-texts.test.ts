import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What gives the parser no name with an escape. Migrations stay as they were written, and that one parses strings; the last writes. */
const allowed = [
  ...[/^contract\/src\/json\//, /\/testing\//, /\/0031-device-groups\.ts$/, /\.test\.ts$/],
  /^server\/src\/core\/telemetry\/sent-json\.ts$/,
];

/** What is written behind `JSON.parse` counts as well, and what gives it another name: it may be handed on. */
const parsing = /^(?!\s*(?:\/\/|\/?\*)).*(?:\bJSON(?:\.parse\b|\[| as\b)|[=(] ?JSON[;,)]|\.json\()/m;

test("[TEL3] JSON is parsed by parseJsonText only, whatever names may stand in it", () => {
  const sources = globSync("{contract,client,device,server}/src/**/*.ts", { cwd: root });
  const found = sources.filter((file) => parsing.test(readFileSync(`${root}/${file}`, "utf8")));

  expect(sources.length).toBeGreaterThan(1_500);
  expect(found).toContain("contract/src/json/escaped-names.ts");
  expect(found.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
});
