import fc from "fast-check";
import { expect, test } from "vitest";
import { parseIsoTime } from "./iso-time.ts";

test.each([
  ["2022-06-29T11:57:50Z", "2022-06-29T11:57:50.000Z"],
  ["2022-06-29T11:57:50", "2022-06-29T11:57:50.000Z"],
  ["2022-06-29T11:57:50.123456789+02:00", "2022-06-29T09:57:50.123Z"],
  ["2022-06-29T11:57:50,5-0330", "2022-06-29T15:27:50.500Z"],
  ["2022-06-29 11:57", "2022-06-29T11:57:00.000Z"],
  ["2022-06-29T11:57+02", "2022-06-29T09:57:00.000Z"],
  ["20220629T115750Z", "2022-06-29T11:57:50.000Z"],
  ["2022-06-29", "2022-06-29T00:00:00.000Z"],
  ["0099-01-01T00:00:00Z", "0099-01-01T00:00:00.000Z"],
])("[CMD1] %s is %s", (text, iso) => {
  expect(new Date(parseIsoTime(text) ?? Number.NaN).toISOString()).toBe(iso);
});

test.each([
  "",
  "now",
  "1656503870",
  "2022-02-30T00:00:00Z",
  "2022-13-01T00:00:00Z",
  "2022-06-29T25:00:00Z",
  "2022-06-29T11:60:00Z",
  "2022-06-29T11:57:50+25:00",
  "2022-06-29T11:57:50 and more",
  "29.06.2022",
])("[CMD1] %j is no time", (text) => {
  expect(parseIsoTime(text)).toBeUndefined();
});

test("[CMD1] every date JavaScript writes is read as itself", () => {
  const years = { min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(years), (date) => {
      expect(parseIsoTime(date.toISOString())).toBe(date.getTime());
    }),
  );
});
