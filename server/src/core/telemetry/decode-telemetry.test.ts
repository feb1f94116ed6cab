import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { decodeTelemetry } from "./decode-telemetry.ts";
import { JsonDocument, type TelemetryValue, valueAsJson, valueAsText } from "./value.ts";

const now = epochMs(1_700_000_000_000);
const decode = (text: string) => decodeTelemetry(Buffer.from(text), now);
const rows = (text: string): unknown[] =>
  decode(text).map(({ key, ts, value }) => [key, ts, value instanceof JsonDocument ? { json: value.text } : value]);
const refused = (text: string): void =>
  expect(() => decode(text)).toThrow(expect.objectContaining({ fault: "invalid" }));

describe("forms of a payload", () => {
  test("[MQ3] an object of keys and values takes the server's time", () => {
    expect(rows('{"temperature":21.5,"on":true,"state":"ok"}')).toEqual([
      ["temperature", now, 21.5],
      ["on", now, true],
      ["state", now, "ok"],
    ]);
  });

  test("[MQ3] an object with ts and values carries its own time", () => {
    expect(rows('{"ts":1000,"values":{"a":1,"b":2}}')).toEqual([
      ["a", 1000, 1],
      ["b", 1000, 2],
    ]);
    expect(rows('{"values":{"a":1},"ts":"-1000","more":"is ignored"}')).toEqual([["a", -1000, 1]]);
  });

  test("[MQ3] an array mixes the forms, in order", () => {
    expect(rows('[{"a":1},{"ts":5,"values":{"a":2}},{"a":3}]')).toEqual([
      ["a", now, 1],
      ["a", 5, 2],
      ["a", now, 3],
    ]);
  });

  test("[MQ3] ts or values alone are ordinary keys", () => {
    expect(rows('{"ts":5}')).toEqual([["ts", now, 5]]);
    expect(rows('{"values":{"a":1}}')).toEqual([["values", now, { json: '{"a":1}' }]]);
  });

  test("[MQ3] [] and {} are accepted and hold nothing, null values are skipped", () => {
    expect(rows("[]")).toEqual([]);
    expect(rows("{}")).toEqual([]);
    expect(rows("[{},[]]".replace(",[]", ""))).toEqual([]);
    expect(rows('{"a":null,"b":1}')).toEqual([["b", now, 1]]);
    expect(rows('{"ts":1,"values":{"a":null}}')).toEqual([]);
  });

  test.each(["1", '"text"', "null", "true", "[1]", "[[]]", "[null]", '[{"a":1},5]'])("[MQ3] %s is refused", refused);

  test.each([
    "1.5",
    '"1.5"',
    '"12x"',
    '""',
    "null",
    "true",
    "{}",
    "1e400",
    '" 1"',
    "9000000000000000000",
    '"99999999999999999"',
  ])("[MQ3] the time %s rejects the message", (ts) => refused(`{"ts":${ts},"values":{"a":1}}`));

  test.each(["1", "null", "[]", '"text"'])("[MQ3] values %s beside a ts rejects the message", (values) => {
    refused(`{"ts":1,"values":${values}}`);
  });

  test.each([
    "",
    "{",
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":NaN}',
    '{"a":+1}',
    "{} x",
    '\ufeff{"a":1}',
    '{"a":.5}',
    '{"a":"\n"}',
  ])("[MQ3] %j is not strict JSON and refused", refused);

  test("[MQ3] what is not UTF-8 is refused", () => {
    expect(() => decodeTelemetry(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), now)).toThrow("UTF-8");
  });
});

describe("values", () => {
  test("[TEL3] __proto__ and its like are ordinary keys", () => {
    expect(rows('{"__proto__":1,"constructor":2,"toString":{"__proto__":3}}')).toEqual([
      ["__proto__", now, 1],
      ["constructor", now, 2],
      ["toString", now, { json: '{"__proto__":3}' }],
    ]);
  });

  test.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["18446744073709551616", 2n ** 64n],
    ["1".repeat(400), BigInt("1".repeat(400))],
    ["1e3", 1000],
    ["9007199254740993.0", 9007199254740992],
    ["1e300", 1e300],
    ["0.1", 0.1],
    ["5e-324", 5e-324],
    ["-0", -0],
    ["-0.0", -0],
  ] as const)("[TEL3] %s is read as it should be", (text, value) => {
    expect(decode(`{"a":${text}}`)[0]?.value).toBe(value);
  });

  test.for([`{"k":${"9".repeat(1_025)}}`, `{"k":[{"a":-${"9".repeat(1_025)}}]}`])(
    "[API11] an integer longer than anybody counts is refused: reading it costs the square of its length",
    (payload) => {
      expect(() => decode(payload)).toThrow("1024 digits");
    },
  );

  test("[TEL3] integers inside documents keep their digits", () => {
    expect(rows('{"a":{"n":12345678901234567890,"z":-0,"e":1e3,"t":"1234567890123456789"}}')).toEqual([
      ["a", now, { json: '{"n":12345678901234567890,"z":-0,"e":1000,"t":"1234567890123456789"}' }],
    ]);
  });

  test.each(['{"a":1e400}', '{"a":-1e400}', '{"a":{"b":[1e400]}}'])("numbers out of range are refused: %s", refused);

  test.each(["", "x".repeat(257)])("[TEL3] a key of the wrong length is refused", (key) =>
    refused(JSON.stringify({ [key]: 1 })),
  );

  test("a document nested beyond the limit is refused, one at the limit is not", () => {
    const nested = (depth: number): string => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

    expect(decode(nested(256)).length).toBe(1);
    refused(nested(257));
    refused(nested(100_000));
    refused(`{"big":12345678901234567890,"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  });

  test("any JSON payload is decoded without loss, or refused", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }), fc.jsonValue()),
        (payload) => {
          fc.pre(!(Object.hasOwn(payload, "ts") && Object.hasOwn(payload, "values")));
          const text = JSON.stringify(payload);
          const back = `{${decode(text)
            .map(({ key, value }) => `${JSON.stringify(key)}:${valueAsJson(value)}`)
            .join()}}`;
          const expected = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null));
          expect(JSON.parse(back)).toEqual(JSON.parse(JSON.stringify(expected)));
        },
      ),
    );
  });
});

describe("text of values", () => {
  test.each([
    [21.5, "21.5", "21.5"],
    [-0, "-0", "-0"],
    [1e21, "1e+21", "1e+21"],
    [2n ** 70n, "1180591620717411303424", "1180591620717411303424"],
    [true, "true", "true"],
    ['say "hi"', 'say "hi"', '"say \\"hi\\""'],
    [new JsonDocument('{"a":1}'), '{"a":1}', '{"a":1}'],
  ] as [TelemetryValue, string, string][])("[TEL1] %s", (value, text, json) => {
    expect([valueAsText(value), valueAsJson(value)]).toEqual([text, json]);
  });
});
