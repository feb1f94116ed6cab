import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const own = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const rules = own("../docs/rules.md");
const rows = rules.split("\n").filter((line) => /^\| [\d–]/.test(line));

const literal = String.raw`(["'])((?:(?!\1)[^\\]|\\.)*)\1`;
/** The name in `test("…"`, `describe("…"`, and behind the table of `test.each([…])("…"`. */
const name = new RegExp(
  String.raw`(?:\b(?:test|describe)(?:\.\w+(?:\([^()]*\))?)*|(?:\](?: as const)?|^ *)\))\(\s*${literal}`,
  "gm",
);
/** A row of such a table that begins with a text, with the lines it goes on in. */
const tableRow = new RegExp(String.raw`^ {2,}\[\s*${literal}[^\n]*(?:\n {6,}[^\n]*)*`, "gm");

/** What can be quoted of a test file, and the source that has to have the code: a whole test, or one row of a table. */
function proofsOf(source: string): ReadonlyMap<string, string> {
  const tests = source.split(/^(?= *(?:test|describe)\b[.(])/m).slice(1);
  return new Map(
    tests.flatMap((test) => [
      ...[...test.matchAll(tableRow)].map(([row, , quoted = ""]) => [quoted, row] as const),
      ...[...test.matchAll(name)].map(([, , quoted = ""]) => [quoted, test] as const),
    ]),
  );
}

const proofs = new Map(
  globSync("**/*.test.ts", { cwd: fileURLToPath(new URL(".", import.meta.url)) })
    .filter((path) => path !== "rules.test.ts")
    .map((path) => [path.replaceAll("\\", "/"), proofsOf(own(path))]),
);

/** Why a row of the table is not proven, or undefined when it is. */
function doubtAbout(row: string): string | undefined {
  const [, outcome = "", file = "", quoted = ""] = / \| ([^|]+) \| (\S+\.test\.ts): "(.+)" \|$/.exec(row) ?? [];
  const proof = proofs.get(file)?.get(quoted);
  if (proof === undefined) return `no such test: ${row}`;
  const code = /^`([a-z0-9-]+)`$/.exec(outcome)?.[1];
  return code === undefined || proof.includes(`"${code}"`) ? undefined : `the test has no "${code}": ${row}`;
}

/** Codes in the source: keys of the table of findings, members of the union of errors. */
const findingCodes = [...own("read/findings.ts").matchAll(/^ {2}"?([a-z][a-z0-9-]+)"?: (?:note|loss)\(/gm)];
const errorCodes = [...own("format/errors.ts").matchAll(/^ {2}\| "([a-z-]+)"/gm)];

describe("the table of what is tolerated and refused", () => {
  test("has every code a file can lead to", () => {
    const codes = [...findingCodes, ...errorCodes].map(([, code]) => code);

    expect([findingCodes.length > 30, errorCodes.length > 10]).toEqual([true, true]);
    expect(codes.filter((code) => !rules.includes(`\`${code}\``))).toEqual([]);
  });

  test("quotes a test for every rule that exists and has the code", () => {
    expect(rows.length).toBeGreaterThan(45);
    expect(rows.map(doubtAbout).filter((doubt) => doubt !== undefined)).toEqual([]);
  });

  test.each([
    ["a file that is not there", '| 1 | x | `truncated` | read/nothing.test.ts: "one stray byte" |', /no such test/],
    [
      "a test that is none of the files it may come from",
      '| 1 | x | y | rules.test.ts: "has every code" |',
      /no such test/,
    ],
    [
      "another code than the test has",
      '| 1 | x | `truncated` | read/tolerance.test.ts: "§4.2 a block of length zero" |',
      /has no "truncated"/,
    ],
    ["a row in the old form", '| 1 | x | `zero-length` | "§4.2 a block of length zero" |', /no such test/],
  ])("is doubted for %s", (_name, row, doubt) => {
    expect(doubtAbout(row)).toMatch(doubt);
  });
});
