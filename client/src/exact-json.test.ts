import { expect, test } from "vitest";
import { exactJson, parsedExactly } from "./exact-json.ts";

const beyondDouble = "9007199254740993"; // 2^53 + 1

test("[TEL3] integers beyond a double are the same after reading and writing, wherever they stand", () => {
  const texts = [
    beyondDouble,
    `-${beyondDouble}`,
    `{"a":[${beyondDouble},{"b":123456789012345678901234567890}]}`,
    '{"small":1,"decimal":0.1,"text":"9007199254740993","none":null,"yes":true}',
  ];

  expect(texts.map((text) => exactJson(parsedExactly(text)))).toEqual(texts);
});

test("other numbers stay numbers", () => {
  expect(parsedExactly("[1, -2.5, 1e3, 9007199254740991, 1e300]")).toEqual([1, -2.5, 1_000, 9007199254740991, 1e300]);
});

test("[TEL3] names are those of the text, whatever other texts had in their place", () => {
  parsedExactly('{"temperature":1,"5\\\\":2}');

  for (const digits of ["3", beyondDouble])
    expect(exactJson(parsedExactly(`{"temperature":20,"5\\"":${digits}}`))).toBe(`{"temperature":20,"5\\"":${digits}}`);
});
