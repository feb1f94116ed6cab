import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";
import { devices, thresholds, WidgetChannel } from "../option-parts.ts";

export const ValueOptions = Type.Object(
  {
    devices,
    channel: Type.Optional(WidgetChannel),
    combine: Type.Optional(
      Type.Enum(["FIRST", "SUM", "AVG", "MIN", "MAX"], {
        description: "Of several devices: the first one, or one value made of all",
        examples: ["SUM"],
      }),
    ),
    sparkline: Type.Optional(Type.Boolean()),
    trend: Type.Optional(
      Type.Object(
        {
          overMs: Type.Integer({ minimum: 1_000, maximum: 315_360_000_000, description: "Compared with so long ago" }),
        },
        closed,
      ),
    ),
    thresholds,
  },
  { ...closed, description: "A big number" },
);
export type ValueOptions = Static<typeof ValueOptions>;
