import type { DeviceNews } from "@heliograph/client";

/**
 * Whether a device said something. A subscription begins with what is there already, which is no contact; that a value was
 * deleted is none either.
 */
export const saysMore = ({ type, telemetry = {} }: Pick<DeviceNews, "type" | "telemetry">): boolean =>
  type === "change" && Object.values(telemetry).some((sample) => sample !== null);
