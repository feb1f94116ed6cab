import type { DeviceId } from "../../server/src/kernel/ids.ts";

/** Short for a test, long for a machine that is busy with others. */
export const clusterLeaseMs = 5_000;

/** More than enough for every member to have some. */
export const clusterDevices = Array.from({ length: 12 }, (_, i) => `device ${i}` as DeviceId);
