import { expect, test } from "vitest";
import { exportName } from "./export-name.ts";

const [from, to] = [Date.parse("2026-11-17T10:00:30Z"), Date.parse("2026-11-17T16:00:00Z")];

test.each([
  ["P-03", "P-03 2026-11-17T1000–2026-11-17T1600.csv"],
  ['Halle 4/5: "Süd"\n', "Halle 4_5_ _Süd_ 2026-11-17T1000–2026-11-17T1600.csv"],
])("[#17.19] an exported file is named by its device and its time: %s", (device, name) => {
  expect(exportName(device, from, to)).toBe(name);
});

test("[#17.19] a long name of a device is cut, whole characters and none of the time", () => {
  expect(exportName("🌡".repeat(300), from, to)).toBe(`${"🌡".repeat(120)} 2026-11-17T1000–2026-11-17T1600.csv`);
});
