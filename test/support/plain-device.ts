import type { Device } from "../../server/src/core/devices/index.ts";
import { newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";

/** A device about which nothing special is known. */
export const plainDevice = (over: Partial<Device> = {}): Device => ({
  id: newId(),
  tenantId: newId(),
  createdTime: epochMs(0),
  projectId: null,
  name: "device",
  type: "default",
  label: null,
  description: null,
  serialNumber: null,
  firmwareVersion: null,
  inactivityTimeoutMs: null,
  ...over,
});
