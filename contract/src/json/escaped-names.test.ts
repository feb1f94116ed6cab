import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonText } from "./escaped-names.ts";

/** With every character written as an escape. */
const escaped = (text: string): string =>
  text.replaceAll(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

function messageOf(parse: () => unknown): string {
  try {
    return `read: ${JSON.stringify(parse())}`;
  } catch (error) {
    return String(error);
  }
}

const names = fc.oneof(fc.constantFrom("\\", "\n", '"', "/", "°", "a", "\\n", 'x"\n', "__proto__", "1"), fc.string());

test.for<readonly [before: string, written: string, name: string]>([
  ["\\\\", "\\n", "\n"],
  ["\\\\", "\\/", "/"],
  ["\\\\", "\\u00b0", "°"],
  ["\\\\", '\\"', '"'],
  ["\\\\", "\\\\", "\\"],
  ["ab\\\\", "ab\\n", "ab\n"],
  ["t \\\\u", "t \\u00b0C", "t °C"],
])("[TEL3] behind %s, %s is the name that was sent", ([before, written, name]) => {
  for (const parse of [JSON.parse, parseJsonText]) parse(`{"temperature":1,"${before}":2}`);

  expect(parseJsonText(`{"temperature":1,"${written}" :2}`)).toEqual({ temperature: 1, [name]: 2 });
  expect(parseJsonText(`[[{"temperature":1,"${written}":{"${written}":[]}}]]`)).toEqual([
    [{ temperature: 1, [name]: { [name]: [] } }],
  ]);
});

test("[TEL3] what only looks like such a name stays as it is", () => {
  const texts = ['{"a":"\\n"}', '{"x\\"\\n":1}', '["\\"\\n\\":"]', '{"\\\\n":":"}', '{"a\\\\":"\\\\"}', '"\\n"'];

  for (const text of texts) expect(JSON.stringify(parseJsonText(text))).toBe(text);
});

test("[TEL3] of a name that is sent twice the last value counts, at the place of the first", () => {
  expect(JSON.stringify(parseJsonText('{"\\/":1,"b":2,"/":3}'))).toBe('{"/":3,"b":2}');
  expect(Object.entries(parseJsonText('{"__proto__":1,"\\/":2}') as object)).toEqual([
    ["__proto__", 1],
    ["/", 2],
  ]);
});

test("[API7] what is no JSON is refused", () => {
  for (const text of ['{"\\n":}', '{"a"\\n":1}', '"\\n":1', '{"\\x":1}', '{"\\n" 1}'])
    expect(() => parseJsonText(text), text).toThrow(SyntaxError);
});

test("[API7] what is said of it is said of the text that was sent", () => {
  expect(() => parseJsonText('[x"\\"":1]')).toThrow(/^Unexpected token 'x', "\[x"\\"":1\]" is not valid JSON$/);
  for (const text of ['{"a":[1,2],\n "a\\x":2}', '{"a": nope, "b\\q":1}'])
    expect(messageOf(() => parseJsonText(text))).toBe(messageOf(() => JSON.parse(text)));
});

test("[TEL3] any members are read under their names, however these are written", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.boolean(), fc.jsonValue())), (members) => {
      const written = members.map(
        ([name, isEscaped, value]) =>
          `${isEscaped ? `"${escaped(name)}"` : JSON.stringify(name)}:${JSON.stringify(value)}`,
      );
      const wanted = new Map(members.map(([name, , value]) => [name, JSON.stringify(value)]));

      const read = Object.entries(parseJsonText(`{${written.join(",")}}`) as object);
      expect(new Map(read.map(([name, value]) => [name, JSON.stringify(value)]))).toEqual(wanted);
    }),
  );
});
