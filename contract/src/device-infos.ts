import { type Static, Type } from "typebox";
import { DeviceListQuery, DeviceRecord } from "./devices.ts";
import { lineText } from "./text.ts";

export const TenantDevicesQuery = Type.Object({
  ...DeviceListQuery.properties,
  deviceName: Type.Optional(lineText("The device of exactly this name, instead of a list", "logger-0042")),
});

/** A device with what scripts of this API family look for in one [TBC2]; there are no customers. */
export const DeviceInfo = Type.Object({
  ...DeviceRecord.properties,
  deviceProfileName: Type.String({ description: "Name of its device type", examples: ["smartMINI"] }),
  customerTitle: Type.Null(),
  customerIsPublic: Type.Literal(false),
});
export type DeviceInfo = Static<typeof DeviceInfo>;
