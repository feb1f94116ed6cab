import { expect, test } from "vitest";
import type { DataPiece } from "../../../core/dashboard-data/index.ts";
import { type LineTerms, lineParts } from "./data-lines.ts";

const terms = { deviceRecordOf: ({ name }: { readonly name: string }) => ({ name }) } as unknown as LineTerms;
const devicesOf = (count: number) =>
  ({
    is: "devices",
    queries: ['a "quoted" one', "b"],
    devices: Array.from({ length: count }, (_, at) => ({ name: `P-${at}` })),
  }) as unknown as DataPiece;

test("[API11] a line of thousands of devices is written in parts, and is one line of JSON", () => {
  const parts = [...lineParts(devicesOf(1_000), terms)];

  const text = parts.join("");
  expect(text.indexOf("\n")).toBe(text.length - 1);
  expect(JSON.parse(text)).toEqual({
    type: "devices",
    queries: ['a "quoted" one', "b"],
    devices: Array.from({ length: 1_000 }, (_, at) => ({ name: `P-${at}` })),
  });
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(text.length / 3);
});

test("[DSH4] a line of no device says so", () => {
  expect(JSON.parse([...lineParts(devicesOf(0), terms)].join(""))).toMatchObject({ type: "devices", devices: [] });
});
