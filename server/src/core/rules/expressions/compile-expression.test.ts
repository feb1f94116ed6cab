import { describe, expect, test } from "vitest";
import { compileExpression } from "./compile-expression.ts";

const inputs = [
  { name: "temp", type: "NUMBER" },
  { name: "limit", type: "NUMBER" },
  { name: "mode", type: "TEXT" },
  { name: "running", type: "BOOLEAN" },
] as const;

const answer = (text: string, values: readonly (number | string | boolean | undefined)[]) => {
  const compiled = compileExpression(text, inputs);
  return compiled.isOk ? compiled.evaluate(values) : compiled.problem.message;
};

describe("[RUL1] expressions over the inputs of a rule", () => {
  test.each<[string, number]>([
    ["temp * 2 > 150", 1],
    ["temp == 80", 1],
    ["temp - limit / 2 >= 35 && running", 1],
    ["-temp < -79 || false", 1],
    ["temp in [70, 80]", 1],
    ["[temp, limit].exists(v, v > 85)", 1],
    ["mode.startsWith('au') ? temp > 100 : temp > 70", 0],
    ["max(temp, limit) - min(temp, limit) == 10 && abs(-3) == 3", 1],
    ["temp % 7 == 3", 1],
    ["size(mode) > 3", 1],
    [`mode == "auto" && !(temp > 1e3)`, 1],
    [`mode != "quote\\" \\u00e9 \\\\ end"`, 1],
  ])("%s", (text, expected) => {
    expect(answer(text, [80, 90, "auto", true])).toBe(expected);
  });

  test("chains of operators are as long as there is room for", () => {
    const chain = (term: string, operator: string) => Array(90).fill(term).join(operator);

    expect(answer(chain("running", " || "), [80, 90, "auto", false])).toBe(0);
    expect(answer(`${chain("temp", " + ")} == 7200`, [80, 90, "auto", true])).toBe(1);
    expect(answer(`${chain("temp", " + ")} == mode`, [80, 90, "auto", true])).toMatch(/overload/);
  });

  test("a text is searched as ever, however long it is", () => {
    const [text, part] = ["a".repeat(1_000), `${"a".repeat(400)}b`];
    const found = (mode: string) => answer(`mode.contains("${part}")`, [1, 2, mode, true]);
    const place = (mode: string) => answer(`mode.indexOf("${part}") > 98`, [1, 2, mode, true]);

    expect([text, `${text}b`, `${text.slice(500)}b${text}`, "", part].map(found)).toEqual([0, 1, 1, 0, 1]);
    expect([text, `${text}b`, `${text.slice(500)}b${text}`, "", part].map(place)).toEqual([0, 1, 1, 0, 0]);
    expect(answer(`mode.contains("") && "".indexOf(mode) < 0`, [1, 2, "x", true])).toBe(1);
  });

  test("what has no finite result is unknown, not true", () => {
    expect(answer("temp / limit > 1", [80, 0, "", true])).toBe(-1);
    expect(answer("!(temp / limit > 1)", [0, 0, "", true])).toBe(-1);
    expect(answer("limit != 0 && temp / limit > 1", [80, 0, "", true])).toBe(0);
    expect(answer("sqrt(temp) > 1", [-1, 0, "", true])).toBe(-1);
  });

  test("what cannot be worked out with this value is unknown, and stops nobody", () => {
    expect(answer("double(mode) > 5", [80, 0, "auto", true])).toBe(-1);
    expect(answer("double(mode) > 5", [80, 0, "7.5", true])).toBe(1);
    expect(answer("!(double(mode) > 5)", [80, 0, "", true])).toBe(-1);
  });

  test("a value that is not known makes unknown only what names it", () => {
    expect(answer("temp > 1", [undefined, 1, "", true])).toBe(-1);
    expect(answer("limit > 0", [undefined, 1, "", true])).toBe(1);
  });
});

describe("[RUL1] expressions that are refused when they are saved", () => {
  test.each<[string, RegExp]>([
    ["temp > 'a'", /no such overload/],
    ["temp + 1", /true or false, this one is double/],
    ["pressure > 1", /pressure/],
    ["temp >", /./],
    ["mode.matches('(a+)+$')", /matches is not available/],
    ["dyn(temp) > 1", /dyn is not available/],
    ["cel.bind(x, temp, x > 1)", /./],
    ["[1, 2].all(a, [1, 2].all(b, a > b))", /inside another/],
    ["[1, 2].map(a, [a].map(b, b)).size() > 1", /inside another/],
    ["timestamp('2026-01-01T00:00:00Z') == timestamp('2026-01-01T00:00:00Z')", /timestamp is not available/],
    ["{'a': 1}.size() > 0", /maps are not available/],
    ["[1, 2][0] == 1", /indexed/],
    ["mode.length > 2", /no fields/],
    ["null == null", /literals/],
    ["b'abc' == b'abc'", /literals/],
    ["quotient(temp, limit) > 1", /not available/],
  ])("%s", (text, problem) => {
    expect(answer(text, [])).toMatch(problem);
  });

  test.each<[string, string, Readonly<Record<string, string>> | undefined]>([
    ["pressure > 1", "INPUT_UNKNOWN", { name: "pressure" }],
    ["temp > 'a'", "EXPRESSION_TYPES_DIFFER", { types: "double > string" }],
    ["abs(mode) > 1", "EXPRESSION_TYPES_DIFFER", { types: "abs(string)" }],
    ["mode.contains(temp)", "EXPRESSION_TYPES_DIFFER", { types: "contains(string, double)" }],
    ["temp && running", "EXPRESSION_TRUTH_NEEDED", { type: "double" }],
    ["temp in [1, 'a']", "EXPRESSION_LIST_MIXED", undefined],
    ["temp + 1", "EXPRESSION_NO_TRUTH", { type: "double" }],
    ["temp >", "EXPRESSION_UNFINISHED", undefined],
    ["temp > 1)", "EXPRESSION_UNEXPECTED", { found: ")" }],
    ["mode == 'a", "EXPRESSION_TEXT_OPEN", undefined],
    ["mode.matches('a')", "EXPRESSION_MATCHES_REFUSED", { name: "matches" }],
    ["timestamp('a') == 1", "EXPRESSION_CALL_REFUSED", { name: "timestamp" }],
    ["[1].all(a, [1].all(b, a > b))", "EXPRESSION_NESTED", { name: "all" }],
    ["mode.length > 2", "EXPRESSION_NO_FIELDS", undefined],
  ])("%s is told by a name, for pages in other languages: %s", (text, code, params) => {
    const compiled = compileExpression(text, inputs);

    expect(compiled).toMatchObject({ isOk: false, problem: { code, ...(params && { params }) } });
  });

  test("one that would take too many operations", () => {
    const list = `[${Array.from({ length: 90 }, (_, at) => at).join(", ")}]`;

    expect(answer(`${list}.all(v, v * v - temp * v + limit > v || v == temp + limit - 1)`, [])).toMatch(/operations/);
  });

  test("one whose texts grow, are searched or gone through for longer than there is time", () => {
    const sum = (term: string, count: number): string =>
      count === 1 ? term : `(${sum(term, count >> 1)} + ${sum(term, count - (count >> 1))})`;
    const words = `[${Array.from({ length: 60 }, (_, at) => `"w${at}"`).join(", ")}]`;

    expect(answer(`${sum("mode", 60)}.contains(${sum("mode", 16)} + "b")`, [])).toMatch(/characters/);
    expect(answer(`["${"a".repeat(900)}"].map(q, ${sum("q", 30)}).size() > 0`, [])).toMatch(/characters/);
    expect(answer(`${words}.exists(w, mode.contains(w) && ${Array(9).fill("mode != w").join(" && ")})`, [])).toMatch(
      /operations/,
    );
    expect(answer(`(${words} + ${words}).all(w, w.size() + w.size() + w.size() > temp)`, [])).toMatch(/operations/);
    expect(answer(`${words}.exists(w, mode.contains(w))`, [1, 2, "what w7 is", true])).toBe(1);
  });

  test("one with half a character in a text", () => {
    expect(answer(`mode == "\ud800"`, [])).toMatch(/whole characters/);
  });

  test.each(["toString", "constructor", "__proto__", "valueOf"])("a call of %s, in words", (name) => {
    expect(answer(`mode.${name}("x") == "x"`, [])).toBe(`${name} is not available`);
  });

  test("one that is too large or too deep", () => {
    expect(answer(Array.from({ length: 400 }, () => "running").join(" && "), [])).toMatch(/maxAstNodes|operations/);
    expect(answer(`${"(".repeat(60)}running${")".repeat(60)}`, [])).toMatch(/maxDepth/);
  });
});

describe("[RUL1, RUL7] what is wrong with an expression is told with its place", () => {
  test.each<[string, string]>([
    ["temp > 1 && pressure > 2", "pressure"],
    ["limit / 2 > 1 && (temp % 3 > mode)", "temp % 3 > mode"],
    ["temp > 1 && mode.matches('a')", "mode.matches('a')"],
    ["(temp + ) > 1", ")"],
    ["-temp > 1 && [1, 2].all(v, v > nobody)", "nobody"],
  ])("%s", (text, wrong) => {
    const compiled = compileExpression(text, inputs);
    const { start, end } = (!compiled.isOk && compiled.range) || { start: 0, end: 0 };

    expect(text.slice(start, end)).toBe(wrong);
  });

  test("at its end", () => {
    expect(compileExpression("temp >", inputs)).toMatchObject({ range: { start: 6, end: 6 } });
  });
});
