import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";
import { channels, devices, thresholds } from "../option-parts.ts";

export const TableOptions = Type.Object(
  {
    devices,
    channels: channels(50),
    rows: Type.Optional(
      Type.Enum(["DEVICES", "HISTORY"], {
        description: "The newest values, a row for each device; or the history, a row for each moment",
        examples: ["DEVICES"],
      }),
    ),
    columns: Type.Optional(
      Type.Array(Type.Enum(["TYPE", "LABEL", "CONTACT", "ALARMS"]), {
        maxItems: 4,
        description: "Beside the channels",
      }),
    ),
    opens: Type.Optional(Type.String({ maxLength: 64, description: "Page that a row opens, with its device" })),
    thresholds,
  },
  { ...closed, description: "A table" },
);
export type TableOptions = Static<typeof TableOptions>;
