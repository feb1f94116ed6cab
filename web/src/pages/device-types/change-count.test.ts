import type { DeviceTypeRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { changeCount } from "./change-count.ts";

const base: DeviceTypeRecord = {
  id: { entityType: "DEVICE_PROFILE", id: "1" },
  tenantId: { entityType: "TENANT", id: "2" },
  ...{ createdTime: 1, name: "Stand", description: null, image: null, default: false, version: 1 },
  channels: [{ key: "a" }, { key: "b", unit: "V" }],
  ...{ commands: [{ method: "stop" }], attributes: [] },
};
const changed = (part: Partial<DeviceTypeRecord>) => changeCount(base, { ...base, ...part });

test("[TYP2] changes are counted by what was changed", () => {
  expect(changed({})).toBe(0);
  expect(changed({ channels: [{ key: "a" }, { key: "b", unit: "V" }] })).toBe(0);
  expect(changed({ name: "Stand 2", description: "" })).toBe(2);
  expect(changed({ channels: [{ key: "a", unit: "A" }, { key: "b" }], commands: [] })).toBe(3);
  expect(changed({ channels: [{ key: "a2" }, { key: "b", unit: "V" }] })).toBe(1);
  expect(changed({ channels: [{ key: "b", unit: "V" }, { key: "a" }] })).toBe(1);
});
