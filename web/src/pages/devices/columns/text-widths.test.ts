import type { DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { usualColumns } from "../look/columns-text.ts";
import { gridOf } from "./column-shape.ts";
import { sharesOf, textWidths } from "./text-widths.ts";

const device = (name: string, label: string): DeviceRecord =>
  ({
    name,
    label,
    type: "Pump",
    serialNumber: null,
    firmwareVersion: "4.1.0",
    projectId: null,
  }) as unknown as DeviceRecord;
/** What the browser makes of it: the share of each column. */
function tracksOf(devices: readonly DeviceRecord[]): readonly number[] {
  const shares = sharesOf(textWidths(devices, []));
  return [...gridOf(usualColumns, true).tracks.matchAll(/px, (?:var\((--\S+), )?(\d+)fr/g)].map(
    ([, name = "", usual]) => Number.parseInt(shares[name] ?? usual ?? "", 10),
  );
}

test("[issue 17.21] where names and labels are short, alarms have the room that they do not need", () => {
  const [name = 0, alarm = 0, , , label = 0] = tracksOf([device("P-03", ""), device("P-04", "")]);

  expect(alarm).toBeGreaterThan(1.5 * name);
  expect(alarm).toBeGreaterThan(2.5 * label);
});

test("[issue 17.21] a column with long texts gets more, one that is far too long not everything", () => {
  const [short = 0] = tracksOf([device("P-03", "")]);
  const [long = 0, alarm = 0] = tracksOf([device("Circulation pump of hall 7 north", ""), device("P-03", "")]);
  const [endless = 0] = tracksOf([device("x".repeat(255), "")]);

  expect(long).toBeGreaterThan(short);
  expect(long).toBeLessThan(alarm * 1.2);
  expect(endless).toBeLessThan(alarm * 1.2);
});

test("[issue 17.21] devices that come later widen columns and narrow none", () => {
  const first = textWidths([device("P-03", "Endurance test, oval")], []);
  const later = textWidths([device("Weather roof", "")], [], first);

  expect(later.label).toBe(first.label);
  expect(later.name).toBeGreaterThan(first.name ?? 0);
  expect(textWidths([], [], later)).toBe(later);
});
