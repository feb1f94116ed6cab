import { type TProperties, Type } from "typebox";
import { AlarmSeverityName } from "../../alarms/alarm.ts";
import { closed } from "../durations.ts";

/** What of a rule makes an action happen. */
export const actionOccasions = ["RAISED", "CHANGED", "CLEARED"] as const;
export type ActionOccasion = (typeof actionOccasions)[number];

/** An action of a kind, with what all of them have [RUL4]. */
export const actionSchema = <const Kind extends string, Fields extends TProperties>(
  kind: Kind,
  fields: Fields,
  description: string,
) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      on: Type.Array(Type.Enum([...actionOccasions], { examples: ["RAISED"] }), {
        minItems: 1,
        uniqueItems: true,
        description: "When: it is raised, its severity changes, it is cleared",
      }),
      severities: Type.Optional(
        Type.Array(AlarmSeverityName, {
          minItems: 1,
          uniqueItems: true,
          description: "Only with these; without, with all",
        }),
      ),
      atMostPerHour: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 3_600, description: "Times an hour for one device", examples: [1] }),
      ),
      ...fields,
    },
    { ...closed, description },
  );
