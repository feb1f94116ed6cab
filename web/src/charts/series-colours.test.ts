import { expect, test } from "vitest";
import { colourAt, patternAt, placeOfName, placesOf, type Series } from "./series-colours.ts";

const named = (...names: readonly string[]): Series[] => names.map((id) => ({ id, place: placeOfName(id) }));

test("[DSH3] a colour belongs to its series: who goes away changes nobody else's, also when the page is opened again", () => {
  const pumps = ["P-01", "P-02", "P-03", "P-04", "P-06"];
  const before = placesOf(named(...pumps), new Map());

  const after = placesOf(named(...pumps.filter((name) => name !== "P-03")), new Map());

  expect(before).toEqual([0, 1, 2, 3, 5]);
  expect(after).toEqual([0, 1, 3, 5]);
});

test("[DSH3] a series has the same colour in all charts of a page, and no two in a chart share one while some are free", () => {
  const known = new Map<string, number>();
  const [first, second] = [placesOf(named("Pump 1", "Fan 1"), known), placesOf(named("Fan 1", "Pump 1"), known)];

  expect(new Set(first).size).toBe(2);
  expect(second).toEqual(first.toReversed());
  expect(new Set(placesOf(named(...Array.from({ length: 24 }, (_, at) => `L ${at * 8}`)), known)).size).toBe(24);
});

test("[DSH3] two that met in no chart before are told apart where they meet", () => {
  const known = new Map<string, number>();
  placesOf(named("P-01"), known);
  placesOf(named("Q-01"), known);

  expect(new Set(placesOf(named("P-01", "Q-01"), known)).size).toBe(2);
});

test("[DSH3] what has a colour's second turn is dashed", () => {
  expect([patternAt(0), patternAt(8), patternAt(16)]).toEqual([undefined, [8, 5], [2, 3]]);
  expect(colourAt(8, true)).toBe(colourAt(0, true));
});
