import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { JsonDocument, valueAsJson } from "../telemetry/index.ts";
import { decodeAttributes } from "./decode-attributes.ts";

const limits = { perScope: 50, valueBytes: 1_000 };
const decode = (text: string) => decodeAttributes(Buffer.from(text), limits);
const refusal = (payload: string | Uint8Array) => {
  try {
    decodeAttributes(Buffer.from(payload), limits);
    return "accepted";
  } catch (error) {
    if (error instanceof AppError && error.fault === "invalid") return error.code;
    throw error;
  }
};

test("[TEL3] 64-bit integers, longer ones, nested ones and negative zero keep their digits", () => {
  const values = decode('{"a":9223372036854775807,"b":[18446744073709551616,-0],"c":1}');

  expect([...values].map(([key, value]) => [key, valueAsJson(value)])).toEqual([
    ["a", "9223372036854775807"],
    ["b", "[18446744073709551616,-0]"],
    ["c", "1"],
  ]);
});

test("[TEL3] a key named __proto__ is a key like any other", () => {
  expect(decode('{"__proto__":{"x":1},"constructor":2}')).toEqual(
    new Map<string, unknown>([
      ["__proto__", new JsonDocument('{"x":1}')],
      ["constructor", 2],
    ]),
  );
});

test("[API7] null values are skipped", () => {
  expect(decode('{"a":null,"b":false}')).toEqual(new Map([["b", false]]));
});

test.each([
  ["not JSON", "{", "ATTRIBUTES_INVALID"],
  ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "ATTRIBUTES_INVALID"],
  ["an array", "[]", "ATTRIBUTES_INVALID"],
  ["null", "null", "ATTRIBUTES_INVALID"],
  ["a number that is no double", '{"a":1e400}', "ATTRIBUTES_INVALID"],
  ["the same inside a document", '{"a":[1e400]}', "ATTRIBUTES_INVALID"],
  ["endless nesting", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "ATTRIBUTES_INVALID"],
  ["an empty key", '{"":1}', "ATTRIBUTE_KEY_INVALID"],
  ["a key of 257 characters", `{"${"k".repeat(257)}":1}`, "ATTRIBUTE_KEY_INVALID"],
  ["half a surrogate pair as key", '{"\\ud800":1}', "ATTRIBUTE_KEY_INVALID"],
  ["a value that fits no push", `{"a":"${"x".repeat(limits.valueBytes)}"}`, "ATTRIBUTE_TOO_LARGE"],
  [
    "more keys than a scope takes",
    JSON.stringify(Object.fromEntries(Array.from({ length: limits.perScope + 1 }, (_, n) => [n, n]))),
    "ATTRIBUTES_TOO_MANY",
  ],
])("refuses %s", (_, payload, code) => {
  expect(refusal(payload)).toBe(code);
});

test("whatever the bytes are, they are decoded or refused", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 50 }),
    fc.json({ maxDepth: 5 }).map((text) => Buffer.from(text)),
  );

  fc.assert(fc.property(bytes, (payload) => /^(accepted|ATTRIBUTE.*)$/.test(refusal(payload))));
});

test("[API11] an integer longer than anybody counts is refused before it is read", () => {
  expect(refusal(`{"a":${"9".repeat(1_025)}}`)).toBe("TELEMETRY_INTEGER_TOO_LONG");
});
