import { defaultParseSearch } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { telemetrySearchOf } from "../pages/device/telemetry/telemetry-search.ts";
import { stringifyAddress } from "./address-search.ts";

const written = (search: object) => stringifyAddress({ ...search });
const read = (address: string) => telemetrySearchOf(defaultParseSearch(address));

test("[17/19] an address names its channels plainly", () => {
  expect(written({ keys: ["temperature"] })).toBe("?keys=temperature");
  expect(written({ keys: ["speed", "temperature"], from: "now-1h", to: "now" })).toBe(
    "?from=now-1h&to=now&keys=speed&keys=temperature",
  );
  expect(written({})).toBe("");
});

test.each([
  [["5"]],
  [["1e5"]],
  [["true"]],
  [["1e5", "5", "007", "true", "null", "[x]", '"q"', "a&b=c", "ü %"]],
  [["{}"]],
])("[17/19] what is written is read back: %j", (keys) => {
  expect(read(written({ keys }))).toEqual({ keys });
});

test("[17/19] addresses of before are still read", () => {
  expect(read("?keys=%5B%22speed%22%2C%22temperature%22%5D")).toEqual({ keys: ["speed", "temperature"] });
});
