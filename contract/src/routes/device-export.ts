import { Type } from "typebox";
import { DeviceExportInput } from "../device-export.ts";
import { needs } from "./access.ts";
import { TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

export const deviceExportRoutes = routesOf({
  exportDevices: {
    method: "POST",
    path: "/api/tenants/:tenantId/devices/export",
    access: needs("VIEW_DEVICES"),
    work: "exports",
    tag: "Devices",
    summary: "Devices as a file: what an import takes, and the columns that are asked for",
    description:
      "`X-Total-Rows` says how many there are. Columns of attributes and newest values are empty where the caller may not read " +
      "them. Each token that is shown is on record.",
    params: TenantParams,
    body: DeviceExportInput,
    answerForm: "stream",
    produces: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    answers: { 200: Type.String({ description: "A row for each device" }) },
  },
});
