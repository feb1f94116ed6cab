import type { DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { comparedKeys, comparison } from "./compared-devices.ts";

const device = (id: string) => ({ id: { id } }) as DeviceRecord;

test("[issue 17.21] chosen devices are compared in what the list shows, as many channels as have room for all of them", () => {
  const keys = comparedKeys([
    { kind: "FIELD", field: "alarm" },
    { kind: "LATEST", key: "heat" },
    { kind: "HISTORY", key: "heat" },
    { kind: "LATEST", key: "speed" },
  ]);

  expect(keys).toEqual(["heat", "speed"]);
  expect(comparison([device("a"), device("b")], keys, 12)).toEqual({
    deviceId: "a",
    search: { keys: ["heat", "speed"], others: ["b/heat", "b/speed"] },
  });
  expect(comparison([..."abcdefg"].map(device), keys, 12).search.keys).toEqual(["heat"]);
});
