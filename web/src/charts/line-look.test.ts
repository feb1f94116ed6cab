import { expect, test } from "vitest";
import type { Line } from "./aligned.ts";
import { looksOf, paintOf, standsOnZero } from "./line-look.ts";

const line = (more: Partial<Line> = {}): Line => ({ label: "a", unit: "", times: [1], values: [1], ...more });
const blue = "#0b6482";

test("[DSH3] a line is dashed, bars and bands are filled", () => {
  expect(paintOf(line(), blue)).toEqual({ stroke: blue });
  expect(paintOf(line({ isDashed: true }), blue)).toMatchObject({ stroke: blue, dash: [8, 5] });
  expect(paintOf(line({ draw: "BARS" }), blue)).toMatchObject({ fill: `${blue}80` });
  expect(paintOf(line({ draw: "BAND" }), blue)).toMatchObject({ fill: `${blue}2e` });
});

test("[DSH3] of an envelope the band between least and greatest is filled, that of a band more", () => {
  const bounds = { min: [0], max: [2] };

  expect(paintOf(line(bounds), blue)).toEqual({ stroke: blue, band: `${blue}38` });
  expect(paintOf(line({ ...bounds, draw: "BAND" }), blue)).toMatchObject({ stroke: blue, band: `${blue}80` });
});

test("[DSH3] what was before has the colour of what is, fainter", () => {
  const lines = [
    line(),
    line({ colour: "#123456" }),
    line({ shadowOf: 0 }),
    line({ shadowOf: 1 }),
    line({ label: "b" }),
  ];
  const [own, chosen, before, chosenBefore, other] = looksOf(lines, false, new Map()).map(({ colour }) => colour);

  expect([before, chosen, chosenBefore]).toEqual([own, "#123456", "#123456"]);
  expect(other).not.toBe(own);
  expect(paintOf(line({ shadowOf: 0 }), blue)).toEqual({ stroke: `${blue}80`, dash: [2, 4] });
});

test("[DSH3] an axis with bars begins at zero", () => {
  const lines = [line({ draw: "BARS" }), line()];

  expect([standsOnZero(lines, [0, 1]), standsOnZero(lines, [1])]).toEqual([true, false]);
});

test("[#17] a line that was given a colour shares it with no other while some are free", () => {
  const given = line({ label: "own", colour: blue.toUpperCase() });
  const compared = line({ label: "other", series: { id: "other", place: 0 } });

  const [own, other] = looksOf([given, compared], false, new Map());

  expect(own?.colour.toLowerCase()).toBe(blue);
  expect(other?.colour).not.toBe(blue);
});
