import { ImportQuery, ImportReport } from "../devices.ts";
import { needs } from "./access.ts";
import { TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

export const deviceImportRoutes = routesOf({
  importCsv: {
    method: "POST",
    path: "/api/tenants/:tenantId/devices/import",
    access: needs("EDIT_DEVICES"),
    work: "imports",
    tag: "Devices",
    summary:
      "Create devices from CSV: columns name, type, label, description, serialNumber, firmwareVersion, and token " +
      "(needs EDIT_DEVICE_CREDENTIALS)",
    consumes: ["text/csv"],
    params: TenantParams,
    query: ImportQuery,
    answers: { 200: ImportReport },
  },
});
