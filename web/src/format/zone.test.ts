import { afterEach, expect, test } from "vitest";
import { dateTimeText, localInputMs, localInputText } from "./time.ts";
import { shownZone, showZone } from "./zone.ts";

const noon = Date.UTC(2026, 10, 15, 12);
afterEach(() => showZone(undefined));

test("dates are shown in the zone somebody chose, and read from inputs in the same one", () => {
  showZone("Asia/Kolkata");

  expect(dateTimeText(noon, "en-GB")).toContain("17:30:00");
  expect(localInputText(noon)).toBe("2026-11-15T17:30:00");
  expect(localInputMs("2026-11-15T17:30:00")).toBe(noon);
});

test.each([
  ["Europe/Berlin", "2026-03-29T01:59:59", Date.UTC(2026, 2, 29, 0, 59, 59)],
  ["Europe/Berlin", "2026-03-29T03:00:00", Date.UTC(2026, 2, 29, 1)],
  ["Europe/Berlin", "2026-10-25T04:00:00", Date.UTC(2026, 9, 25, 3)],
  ["America/New_York", "2026-07-01T00:00", Date.UTC(2026, 6, 1, 4)],
])("around changes of the clocks, too: %s %s", (zone, text, ms) => {
  showZone(zone);

  expect(localInputMs(text)).toBe(ms);
});

test("what an input reads back is the same moment, in whichever zone", () => {
  for (const zone of [undefined, "Pacific/Auckland", "America/St_Johns", "UTC"]) {
    showZone(zone);
    expect(localInputMs(localInputText(noon))).toBe(noon);
  }
});

test("a zone the browser does not know is not taken", () => {
  showZone("Middle/Earth");

  expect(shownZone()).toBeUndefined();
});
