import { type Static, Type } from "typebox";
import { chosenDevices } from "./device-choice.ts";
import { DeviceViewColumn, viewColumnsAtMost } from "./device-views/index.ts";

/** Which devices, in which form, and what of them beside what an import takes. */
export const DeviceExportInput = Type.Object(
  {
    ...chosenDevices,
    format: Type.Enum(["CSV", "XLSX"], { description: "A text of lines, or a workbook", examples: ["CSV"] }),
    columns: Type.Optional(
      Type.Array(DeviceViewColumn, {
        maxItems: viewColumnsAtMost,
        description: "Further columns, as a list has them; of HISTORY nothing is told",
      }),
    ),
    tokens: Type.Optional(
      Type.Boolean({
        default: false,
        description: "With access tokens (needs VIEW_DEVICE_CREDENTIALS; empty where that is not held)",
      }),
    ),
  },
  { additionalProperties: false },
);
export type DeviceExportInput = Static<typeof DeviceExportInput>;
