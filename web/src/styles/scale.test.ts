import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = import.meta.dirname;
const sheets = readdirSync(folder).filter((name) => name.endsWith(".css") && name !== "tokens.css");

interface Declaration {
  readonly sheet: string;
  readonly property: string;
  readonly value: string;
}

const declarations: readonly Declaration[] = sheets.flatMap((sheet) => {
  const text = readFileSync(join(folder, sheet), "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/@font-face \{[^}]*\}/g, "");
  return [...text.matchAll(/([a-z-]+): ([^;{}]+);/g)].map(([, property = "", value = ""]) => ({
    sheet,
    property,
    value,
  }));
});

const of = (pattern: RegExp) => declarations.filter(({ property }) => pattern.test(property));
const said = ({ sheet, property, value }: Declaration) => `${sheet}: ${property}: ${value}`;

/** What is wider than the scale is a measure of the layout, and a hairline is none of it; sums are the layout's, too. */
function isOffScale({ value }: Declaration): boolean {
  if (/(?:calc|min|max|clamp)\(/.test(value)) return false;
  const lengths = [...value.matchAll(/(\d*\.?\d+)(px|rem)/g)];
  return lengths.some(([, number, unit]) => unit === "rem" || (Number(number) > 1 && Number(number) <= 32));
}

test("the styles are read", () => {
  expect(sheets.length).toBeGreaterThan(25);
  expect(declarations.length).toBeGreaterThan(2_000);
});

test("[#17.27] room between and inside of things is of the scale", () => {
  expect(
    of(/^(?:padding|margin|gap|row-gap|column-gap)/)
      .filter(isOffScale)
      .map(said),
  ).toEqual([]);
});

test("[#17.27] sizes and weights of text are roles", () => {
  const sizes = of(/^font-size$/).filter(
    ({ value }) => !/^(?:var\(--type-[a-z]+\)|0|[\d.]+em|inherit|clamp\(.*\))$/.test(value),
  );
  const weights = of(/^font-weight$/).filter(({ value }) => !/^(?:var\(--weight-[a-z]+\)|inherit)$/.test(value));

  expect([...sizes, ...weights].map(said)).toEqual([]);
});

test("[#17.27] corners are of the scale", () => {
  const corners = of(/^border-radius$/).filter(({ value }) => /\dpx/.test(value));

  expect(corners.map(said)).toEqual([]);
});

/** Severities have their own; a tenant's settings show what a logo looks like in both themes at once. */
const withColours = ["alarms.css", "tenants.css"];

test("[#17.27] colours come from tokens", () => {
  const colours = declarations.filter(
    ({ sheet, value }) => !withColours.includes(sheet) && /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i.test(value),
  );

  expect(colours.map(said)).toEqual([]);
});
