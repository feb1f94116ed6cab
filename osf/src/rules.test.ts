import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const own = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const rules = own("../docs/rules.md");
const rows = rules.split("\n").filter((line) => /^\| [\d–]/.test(line));
const tests = globSync("**/*.test.ts", { cwd: fileURLToPath(new URL(".", import.meta.url)) })
  .filter((name) => name !== "rules.test.ts")
  .map((name) => own(name))
  .join("\n");

/** Codes in the source: keys of the table of findings, members of the union of errors. */
const findingCodes = [...own("read/findings.ts").matchAll(/^ {2}"?([a-z][a-z0-9-]+)"?: (?:note|loss)\(/gm)];
const errorCodes = [...own("format/errors.ts").matchAll(/^ {2}\| "([a-z-]+)"/gm)];

describe("the table of what is tolerated and refused", () => {
  test("has every code a file can lead to", () => {
    const codes = [...findingCodes, ...errorCodes].map(([, code]) => code);

    expect([findingCodes.length > 30, errorCodes.length > 10]).toEqual([true, true]);
    expect(codes.filter((code) => !rules.includes(`\`${code}\``))).toEqual([]);
  });

  test("quotes a test for every rule, and each of them exists", () => {
    const unproven = rows.filter((row) => {
      const quoted = /"(.+)" \|$/.exec(row)?.[1];
      return quoted === undefined || !tests.includes(quoted);
    });

    expect(rows.length).toBeGreaterThan(45);
    expect(unproven).toEqual([]);
  });
});
