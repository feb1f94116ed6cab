// What a spreadsheet would execute is no formula in an export (API12).
import { describe, expect, test } from "vitest";
import { openOsf } from "../read/osf-file.ts";
import { encodeOsf } from "../write/osf-writer.ts";
import { type ExportOptions, exportText } from "./export-text.ts";
import { withoutFormula } from "./formula.ts";

const escaped = [
  "=1+1",
  '=HYPERLINK("http://x","y")',
  "+cmd|' /C calc'!A0",
  "-2+3",
  "-a",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "'=1",
  "-",
  "+",
  "- 5",
  "-5 km",
  "+49 30 1234",
];
const plain = [
  "",
  "text",
  "a=b",
  " =1",
  "'",
  "'quoted'",
  "5",
  "-5",
  "+5",
  "-0.5",
  "-.5",
  "-5,25",
  "+1e-9",
  "-1E5",
  "1-2",
];

test.each(escaped)("[API12] %j gets a sign before it", (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`);
});

test.each(plain)("[API12] %j stays as it is", (text) => {
  expect(withoutFormula(text)).toBe(text);
});

const time = 1_700_000_000_000_000_000n;
const hostile = encodeOsf(
  {
    channels: [
      { name: "=name", datatype: "string", unit: "@unit" },
      { name: "bytes", datatype: "binary", unit: "-" },
      { name: "number", datatype: "double", unit: "-1" },
    ],
  },
  (out) => {
    out.stamped(0, [time, time + 1n], ['=A1,"B"', "-7"]);
    out.stamped(1, [time], [Uint8Array.of(0xfb, 0xef, 0xbe)]); // begins with + in base64
    out.stamped(2, [time, time + 1n], [-1.5, Number.NEGATIVE_INFINITY]);
  },
);
async function lines(options: ExportOptions): Promise<string[]> {
  const parts = await Array.fromAsync(exportText(await openOsf(hostile), { time: "ns", units: true, ...options }));
  return parts.join("").trimEnd().split("\n");
}

describe("an export of hostile texts", () => {
  test("[API12] wide: names, units, texts and bytes are escaped before they are quoted, numbers never", async () => {
    expect(await lines({})).toEqual([
      "time,'=name,bytes,number",
      "ns,'@unit,'-,-1",
      `${time},"'=A1,""B""",'++++,-1.5`,
      `${time + 1n},-7,,-Infinity`,
    ]);
  });

  test("[API12] long: the same cells", async () => {
    expect((await lines({ layout: "long" })).toSorted()).toEqual(
      [
        "time,channel,value,unit",
        `${time},'=name,"'=A1,""B""",'@unit`,
        `${time + 1n},'=name,-7,'@unit`,
        `${time},bytes,'++++,'-`,
        `${time},number,-1.5,-1`,
        `${time + 1n},number,-Infinity,-1`,
      ].toSorted(),
    );
  });

  test("[API12] escape none gives the raw text; JSON lines are never escaped", async () => {
    expect((await lines({ escape: "none" }))[2]).toBe(`${time},"=A1,""B""",++++,-1.5`);
    expect((await lines({ escape: "none" }))[0]).toBe("time,=name,bytes,number");
    expect((await lines({ format: "jsonl" }))[0]).toContain('"=name":"=A1,\\"B\\""');
  });

  test("[API12] negative numbers with a decimal comma stay numbers", async () => {
    expect((await lines({ decimal: ",", separator: ";" }))[2]).toContain(";-1,5");
  });
});
