import type { DeviceInput, DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { deviceChanges } from "./device-changes.ts";

const id = { entityType: "DEVICE", id: "784f394c-42b6-435a-983c-b7beff2784f9" } as const;

const read = {
  id,
  name: "pump-7",
  type: "smartMINI",
  label: "Hall 1",
  serialNumber: null,
  firmwareVersion: "2.13.0",
  additionalInfo: { description: "left\r\nright", inactivityTimeout: 60_000 },
} as DeviceRecord;

/** As the form gives it where nothing is changed. */
const filled: DeviceInput = {
  id,
  name: "pump-7",
  type: "smartMINI",
  label: "Hall 1",
  firmwareVersion: "2.13.0",
  additionalInfo: { description: "left\nright", inactivityTimeout: 60_000 },
};

test("[DEV3] what somebody else saved meanwhile stays, with what was changed here on top", () => {
  const now = { ...read, label: "Hall 2", additionalInfo: { description: "new" } } as DeviceRecord;
  const changes = deviceChanges(read, { ...filled, serialNumber: "21" }, now);
  expect(changes.changedByBoth).toEqual([]);
  expect(changes.input).toEqual({
    id,
    name: "pump-7",
    type: "smartMINI",
    label: "Hall 2",
    serialNumber: "21",
    firmwareVersion: "2.13.0",
    additionalInfo: { description: "new" },
  });
});

test("[DEV3] a field that is emptied is emptied, and one that nobody touched keeps its line ends", () => {
  const { label: _, ...emptied } = filled;
  const { input } = deviceChanges(read, { ...emptied, additionalInfo: { description: "left\nright" } }, read);
  expect(input).not.toHaveProperty("label");
  expect(input.additionalInfo).toEqual({ description: "left\r\nright" });
});

test("[DEV3] a field that both changed is told, unless to the same", () => {
  const now = { ...read, label: "Hall 2", serialNumber: "21" } as DeviceRecord;
  const changes = deviceChanges(read, { ...filled, label: "Hall 3", serialNumber: "21" }, now);
  expect(changes.changedByBoth).toEqual(["label"]);
  expect(changes.input.label).toBe("Hall 3");
  expect(deviceChanges(read, { ...filled, label: "Hall 3" }, now, now).changedByBoth).toEqual([]); // was told
});
