import { Type } from "typebox";
import { AlarmSeverityName } from "../../alarms/alarm.ts";
import { nameText } from "../../text.ts";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";
import { devices, everyDevice } from "./widget-parts.ts";

const schema = Type.Object(
  {
    devices,
    which: Type.Optional(Type.Enum(["ACTIVE", "IN_TIME"], { examples: ["ACTIVE"] })),
    severities: Type.Optional(Type.Array(AlarmSeverityName, { minItems: 1, maxItems: 5 })),
    types: Type.Optional(Type.Array(nameText("Type of the alarm", "Too hot"), { minItems: 1, maxItems: 100 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, examples: [50] })),
  },
  { ...closed, description: "Alarms" },
);

export const alarmListWidget = widgetKind({
  kind: "ALARM_LIST",
  schema,
  defaults: { devices: everyDevice },
  queriesOf: ({ devices: about, which = "ACTIVE", severities, types, limit = 50 }) => ({
    alarms: {
      ...{ kind: "ALARMS", devices: about, which, limit },
      ...(severities && { severities }),
      ...(types && { types }),
    },
  }),
});
