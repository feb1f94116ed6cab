import { type Static, Type } from "typebox";
import { AlarmSeverityName } from "../../../alarms/alarm.ts";
import { nameText } from "../../../text.ts";
import { closed } from "../../closed.ts";
import { devices } from "../option-parts.ts";

export const AlarmListOptions = Type.Object(
  {
    devices,
    which: Type.Optional(Type.Enum(["ACTIVE", "IN_TIME"], { examples: ["ACTIVE"] })),
    severities: Type.Optional(Type.Array(AlarmSeverityName, { minItems: 1, maxItems: 5 })),
    types: Type.Optional(Type.Array(nameText("Type of the alarm", "Too hot"), { minItems: 1, maxItems: 100 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, examples: [50] })),
  },
  { ...closed, description: "Alarms" },
);
export type AlarmListOptions = Static<typeof AlarmListOptions>;
