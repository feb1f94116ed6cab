import { expect, test } from "vitest";
import { bytesText, drawable, numberText, rangeText, shortText, valueText } from "./number.ts";

test("measured numbers are grouped and rounded, integers are kept", () => {
  const numbers = [21.456789123, 1234.5, 9007199254740991, 0, -0, -0.5, 1e-9, 3.2e12 + 0.5];

  expect(numbers.map((number) => numberText(number, "en"))).toEqual([
    "21.4568",
    "1,234.5",
    "9,007,199,254,740,991",
    "0",
    "0",
    "−0.5",
    "1e−9",
    "3.2e+12",
  ]);
});

test("German numbers have their own separators", () => {
  expect(numberText(1234.5, "de")).toBe("1.234,5");
});

test("any value has a text of one line", () => {
  expect([true, "<b>", { a: [1] }, null].map((value) => valueText(value, "en"))).toEqual([
    "true",
    "<b>",
    '{"a":[1]}',
    "null",
  ]);
});

test("numbers and booleans can be drawn, whether they come typed or as text; nothing else can", () => {
  const values = ["21.5", 3, "true", false, "", " ", "open", { a: 1 }, "NaN", "1e400"];

  expect(values.map(drawable)).toEqual([21.5, 3, 1, 0, ...Array(6).fill(undefined)]);
});

test("sizes are told in powers of 1024", () => {
  expect([0, 999, 1024, 1536, 5 * 2 ** 30].map((bytes) => bytesText(bytes, "en"))).toEqual([
    "0 B",
    "999 B",
    "1 KiB",
    "1.5 KiB",
    "5 GiB",
  ]);
});

test("a number that came as text is rounded for the eye, a boolean stays one", () => {
  expect(["21.456789123", true, "true", "open"].map((value) => shortText(value, "en"))).toEqual([
    "21.4568",
    "true",
    "true",
    "open",
  ]);
});

test("[#17.27] two bounds have the same decimals, unless they are too great or too small to be written out", () => {
  const ranges = [
    [596.901, 5003.83],
    [-2.31546, 2.29614],
    [0, 0],
    [0, 2e12],
  ] as const;

  expect(ranges.map(([min, max]) => rangeText(min, max, "en"))).toEqual([
    "596.9 … 5,003.8",
    "−2.3155 … 2.2961",
    "0 … 0",
    "0 … 2,000,000,000,000",
  ]);
});

test("[#17.19] the smallest number is written as it was sent, and powers of ten in the reader's language", () => {
  expect(numberText(5e-324, "en")).toBe("5e−324");
  expect([numberText(-1.23456789e-7, "en"), numberText(1.23456789e-7, "de")]).toEqual(["−1.2346e−7", "1,2346e−7"]);
});

test("[#17.19, TEL1] integers beyond what a browser counts exactly keep their digits", () => {
  const sent = ["9007199254740993", "-9007199254740993", "18446744073709551615", "123456789012345678901234567890"];

  expect(sent.map((value) => shortText(value, "en"))).toEqual([
    "9,007,199,254,740,993",
    "−9,007,199,254,740,993",
    "18,446,744,073,709,551,615",
    "1.2346e+29",
  ]);
  expect(shortText("9007199254740993", "de")).toBe("9.007.199.254.740.993");
});
