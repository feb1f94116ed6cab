import { expect, test } from "vitest";
import { meantKey, offeredKey, offeredText } from "./known-channel.ts";

const bearing = { key: "bearing_temp", name: "Bearing temperature", unit: "°C" };
const flow = { key: "flow", name: "flow", unit: "" };
const known = [bearing, flow];

test("[TYP2] channels are offered with their names and units, and found by these and by their keys", () => {
  expect(known.map(offeredText)).toEqual(["Bearing temperature, °C · bearing_temp", "flow"]);
  expect(offeredKey(offeredText(bearing), known)).toBe("bearing_temp");
  expect(offeredKey("Bearing temperature", known)).toBeUndefined(); // it may go on
  for (const text of ["bearing temperature", "Bearing temperature, °C", " BEARING_TEMP ", offeredText(bearing)])
    expect(meantKey(text, known)).toBe("bearing_temp");
});

test("[TYP2] what nobody is known to have sent stays as it was typed", () => {
  expect(meantKey("bearing", known)).toBe("bearing");
  expect(meantKey("", known)).toBe("");
});
