import { type Static, Type } from "typebox";
import { AlarmSeverityName } from "../../alarms/alarm.ts";
import { lineText } from "../../text.ts";
import { closed, conditionKind } from "./condition-kind.ts";

export const alarmPresences = ["ACTIVE", "UNACKNOWLEDGED", "NONE"] as const;

const schema = Type.Object(
  {
    kind: Type.Literal("ALARM"),
    state: Type.Enum([...alarmPresences], {
      description:
        "ACTIVE: an alarm is not cleared. UNACKNOWLEDGED: and nobody has acknowledged it. NONE: every one is cleared",
      examples: ["ACTIVE"],
    }),
    severity: Type.Optional({ ...AlarmSeverityName, description: "Only alarms at least so severe count" }),
    type: Type.Optional(lineText("Only alarms of this type count", "High temperature")),
  },
  { ...closed, description: "Devices by the alarms that are not cleared" },
);
export type AlarmCondition = Static<typeof schema>;

export const alarmCondition = conditionKind({
  kind: "ALARM",
  schema,
  needs: ["VIEW_ALARMS"],
  problemOf: ({ type }) => (type === "" ? "TYPE_EMPTY" : undefined),
});
