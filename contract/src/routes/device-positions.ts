import { DevicePositions, PositionQuery } from "../device-positions.ts";
import { needs } from "./access.ts";
import { TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

export const devicePositionRoutes = routesOf({
  positions: {
    method: "GET",
    path: "/api/tenants/:tenantId/devices/positions",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    work: "reads",
    tag: "Devices",
    summary:
      "Where the devices are that a list would show: latitude and longitude, or both in one, by their usual names",
    params: TenantParams,
    query: PositionQuery,
    answers: { 200: DevicePositions },
  },
});
