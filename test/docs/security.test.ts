import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { noBounds, settingBounds } from "../../scripts/bounds/setting-bounds.ts";
import { settings } from "../../server/src/settings/settings.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const document = readFileSync(join(root, "docs/security.md"), "utf8");

/** The cells of every row of a table; `\|` is a bar inside one. */
const rows = [...document.matchAll(/^\| (.+) \|$/gm)].map(([, cells = ""]) =>
  cells.split(/(?<!\\)\s\|\s/).map((cell) => cell.trim().replaceAll("\\|", "|")),
);

test("[API10] every setting is a bound with a row that says what happens beyond, or named as none", () => {
  const bounds = rows.flatMap(([, , third = ""]) => /^`(HELIO_[A-Z_]+)`$/.exec(third)?.[1] ?? []);
  const variables = Object.keys(settingBounds).map((name) => settings[name as keyof typeof settings].variable);

  expect(bounds.length).toBeGreaterThan(60);
  expect([...bounds].sort()).toEqual(variables.sort());
  expect([...Object.keys(settingBounds), ...noBounds].sort()).toEqual(Object.keys(settings).sort());
});

test("no setting is named that does not exist", () => {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  const named = [...document.matchAll(/HELIO_[A-Z_]*[A-Z]/g)].map(([name]) => name);

  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

interface NamedTest {
  readonly rule: string;
  readonly name: string;
  readonly file: string;
}

const namedTests: readonly NamedTest[] = rows.flatMap(([, rule = "", name = "", file = ""]) => {
  const path = /^`(.+\.test\.ts)`$/.exec(file)?.[1];
  return path === undefined ? [] : [{ rule, name, file: path }];
});

/** A name in quotes of any kind, as it stands in the source; the rule may stand around it, in a `describe`. */
function isThere({ rule, name, file }: NamedTest): boolean {
  if (!existsSync(join(root, file))) return false;
  const source = readFileSync(join(root, file), "utf8");
  const hasName = ['"', "'", "`"].some((quote) => source.includes(`${quote}${name}${quote}`));
  return hasName && (rule === "–" || new RegExp(`\\[[^\\]]*\\b${rule}\\b[^\\]]*\\]`).test(source));
}

test("every attack and fault test that is named exists, with its rule", () => {
  expect(namedTests.length).toBeGreaterThan(70);
  expect(namedTests.filter((named) => !isThere(named))).toEqual([]);
});

test("a test that is gone, renamed or about another rule is noticed", () => {
  const [first] = namedTests;
  if (!first) throw new Error("no test is named");

  expect(isThere(first)).toBe(true);
  expect(isThere({ ...first, name: `${first.name} once more` })).toBe(false);
  expect(isThere({ ...first, rule: "API99" })).toBe(false);
  expect(isThere({ ...first, file: "test/system/gone.test.ts" })).toBe(false);
});

/** OWASP ASVS 5.0.0: how many requirements of levels 1 and 2 a section has; they are its first ones. */
const sections: Readonly<Record<string, number>> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4 },
  ...{ "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1 },
  ...{ "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3 },
  ...{ "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4 },
  ...{ "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7 },
  ...{ "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4, "17.3": 2 },
};

const judged = rows.filter(([first = ""]) => /^\d+\.\d+\.\d+/.test(first));

test("every requirement of ASVS levels 1 and 2 has one verdict, and a reason", () => {
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const numbers = judged.flatMap(([first = ""]) => first.match(/\d+\.\d+\.\d+/g) ?? []);

  expect(wanted).toHaveLength(253);
  expect([...numbers].sort()).toEqual(wanted.sort());
  for (const [first, verdict, why = ""] of judged) {
    expect(["met", "not met", "not applicable"], first).toContain(verdict);
    expect(why.length, first).toBeGreaterThan(3);
  }
});

test("the sums of the verdicts are right, also those of level 1", () => {
  const count = (verdict: string, requirement: RegExp) =>
    judged.filter(([, its]) => its === verdict).flatMap(([first = ""]) => first.match(requirement) ?? []).length;
  const sums = (requirement: RegExp) => ["met", "not met", "not applicable"].map((one) => count(one, requirement));

  const [met, notMet, notApplicable] = sums(/\d+\.\d+\.\d+/g);
  expect(document).toContain(`${met} met, ${notMet} not met, ${notApplicable} not applicable.`);
  expect(document).toContain(`Of level 1 alone: ${sums(/\d+\.\d+\.\d+ \(1\)/g).join(", ")}.`);
});
