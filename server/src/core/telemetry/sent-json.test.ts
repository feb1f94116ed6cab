import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExactJson } from "./exact-json.ts";
import { SentJson } from "./sent-json.ts";

const refusal = (problem: string) => new Error(problem);
const read = (text: string) => new SentJson(text, refusal);
/** A document as it is kept. */
const kept = (text: string): string => {
  const json = read(text);
  return json.textOf(json.root);
};

/** Numbers of every kind, among them those that doubles do not hold. */
const numberText = fc.oneof(
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? "-0" : String(value))),
  fc.constantFrom(
    "-0",
    "-0.0",
    "0",
    "-1e-400",
    "1E5",
    "1000000000000000",
    "9007199254740993",
    "0.12345678901234567890",
    "-0.5",
    "-0.00000000000000000000001",
    "-0.0e5",
    "10.0",
  ),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    numberText,
    fc.string().map((text) => JSON.stringify(text)),
    fc.array(tie("json"), { maxLength: 4 }).map((all) => `[ ${all.join(" , ")} ]`),
    fc
      .array(fc.tuple(fc.string(), tie("json")), { maxLength: 4 })
      .map((all) => `{${all.map(([key, value]) => `${JSON.stringify(key)} : ${value}`).join()}}`),
  ),
}));

test("[TEL3] a document keeps every number that was sent", () => {
  expect(kept('[12345678901234567890, -0, 1e3, 0.5, "12345678901234567890", {"1":-98765432109876543210}]')).toBe(
    '[12345678901234567890,-0,1000,0.5,"12345678901234567890",{"1":-98765432109876543210}]',
  );
});

test("[TEL3] any JSON is read as a parser that looks at the source of each number reads it", () => {
  fc.assert(
    fc.property(json, (text) => {
      const sent = read(`[${text}]`);

      expect(parseExactJson(sent.textOf(sent.root))).toEqual(parseExactJson(`[${text}]`));
    }),
  );
});

test("[API7] what is no JSON does not become JSON by looking at its numbers", () => {
  const texts = [
    "{12345678901234567890:1}",
    "{12345678901234567890 \n :1}",
    "[0012345678901234567890]",
    "[-012345678901234567890]",
    "[12345678901234567890.]",
    "[1 12345678901234567890]",
    "[12345678901234567890e]",
    "[--0]",
    '["\n12345678901234567890"]',
  ];

  for (const text of texts) expect(() => read(text), text).toThrow("it is not JSON");
});

test("[API7] damaged JSON is refused exactly where the parser refuses it", () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const characters = fc.constantFrom(...'0123456789-+.eE:,[]{}" \\');
  fc.assert(
    fc.property(json, fc.nat(), characters, (text, at, character) => {
      const place = at % (text.length + 1);
      const damaged = text.slice(0, place) + character + text.slice(place + (at % 2));

      if (isJson(damaged)) expect(() => read(damaged)).not.toThrow();
      else expect(() => read(damaged)).toThrow("it is not JSON");
    }),
    { numRuns: 500 },
  );
});

test("[TEL3] a number in place of a text is told from a text", () => {
  const sent = read('{"big":12345678901234567890,"zero":-0,"text":"12345678901234567890"}');
  const { big = "", zero, text = "" } = sent.root as Record<string, string>;

  expect(sent.valueOf(big)).toBe(12345678901234567890n);
  expect(zero).toBe(-0);
  expect(sent.valueOf(text)).toBe("12345678901234567890");
});

test("[TEL3] numbers that are no doubles, and integers that are too long, are found", () => {
  expect(read("[1e400]").isFinite([Number.POSITIVE_INFINITY])).toBe(false);
  expect(read(`[1${"0".repeat(400)}]`).isFinite(["…"])).toBe(true);
  expect(() => read(`[1${"0".repeat(2_000)}]`)).toThrow("1024 digits");
});
