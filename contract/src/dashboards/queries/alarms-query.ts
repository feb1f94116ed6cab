import { type Static, Type } from "typebox";
import { AlarmSeverityName, alarmSeverities } from "../../alarms/alarm.ts";
import { nameText } from "../../text.ts";
import { queryKind, querySchema, recordsAtMost } from "./query-kind.ts";

const schema = querySchema(
  "ALARMS",
  {
    which: Type.Optional(
      Type.Enum(["ACTIVE", "IN_TIME"], {
        default: "ACTIVE",
        description: "Those that are active now, or those that were at any moment of the page's time",
        examples: ["ACTIVE"],
      }),
    ),
    severities: Type.Optional(Type.Array(AlarmSeverityName, { minItems: 1, maxItems: alarmSeverities.length })),
    types: Type.Optional(Type.Array(nameText("Type of the alarm", "Too hot"), { minItems: 1, maxItems: 100 })),
    limit: recordsAtMost("Alarms at most, the newest first"),
  },
  "Alarms of devices",
);
export type AlarmsQuery = Static<typeof schema>;

export const alarmsQuery = queryKind({
  kind: "ALARMS",
  schema,
  needs: ["VIEW_ALARMS"],
  problemOf: () => undefined,
});
