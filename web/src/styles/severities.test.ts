import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const severities = ["critical", "major", "minor", "warning", "indeterminate"];

test("[#17.24] a mark on a map has the colour of its alarm, another one for each severity", () => {
  const css = readFileSync(new URL("map.css", import.meta.url), "utf8");
  const colourOf = (severity: string) =>
    new RegExp(`\\.map-mark\\.severity-${severity} \\{[^}]*background: ([^;]+);`).exec(css)?.[1];

  expect(severities.map(colourOf)).toEqual(severities.map((severity) => `var(--${severity})`));
});
