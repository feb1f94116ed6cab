import { expect, test } from "vitest";
import { latinReading } from "./look-alikes.ts";

test.for([
  ["ОРЕRАТОR", "operator"],
  ["Оρerаtоr", "operator"],
  ["ＶＩＥＷＥＲ", "viewer"],
  ["VlEWER", "viewer"],
  ["Ѵіеԝеr", "viewer"],
  ["tenant-admin", "tenant admin"],
  ["ТЕΝАΝТ_АDМІΝ", "tenant admin"],
])("[ROL1] %s is read as %s", ([name = "", reading]) => {
  expect(latinReading(name)).toBe(reading);
});

test("[ROL1] a name in another script is none of ours", () => {
  expect(latinReading("Оператор")).not.toBe("operator");
  expect(latinReading("Operators")).not.toBe("operator");
});
