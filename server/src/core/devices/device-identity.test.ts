import { expect, test } from "vitest";
import { identityOf } from "./device-identity.ts";

test.each([
  [
    { serialNumber: "A1", firmwareVersion: "2.0" },
    { serialNumber: "A1", firmwareVersion: "2.0" },
  ],
  [
    { "Serial-Number": " A1 ", FW_VERSION: "2.0" },
    { serialNumber: "A1", firmwareVersion: "2.0" },
  ],
  [
    { serial: 21_004_900_008n, fw: 3 },
    { serialNumber: "21004900008", firmwareVersion: "3" },
  ],
  [{ sn: "second", serialNumber: "first" }, { serialNumber: "first" }],
  [{ serialNumber: "", firmware: "a\u202eb", other: "x" }, {}],
  [{ serialNumber: { nested: true }, firmwareVersion: "x".repeat(256) }, {}],
])("[DHP4] attributes that say who the device is: %o", (values, identity) => {
  expect(identityOf(new Map(Object.entries(values)))).toEqual(identity);
});
