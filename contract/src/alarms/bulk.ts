import { type Static, Type } from "typebox";
import { entityReference, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { shelvingFields } from "./shelving.ts";

/** As many as a person can mean at once. */
export const alarmsAtOnce = 1_000;

const alarmIds = Type.Array(Uuid, { minItems: 1, maxItems: alarmsAtOnce, description: "Up to 1,000 alarms" });

export const AlarmsInput = Type.Object({ alarmIds });
export const AlarmsAssignment = Type.Object({ alarmIds, assigneeId: nullable(entityReference("USER")) });
export const AlarmsShelving = Type.Object({ alarmIds, ...shelvingFields });

/** What became of each: what is done in one transaction is done for a hundred of them at a time. */
export const AlarmsOutcome = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Uuid,
      changed: Type.Boolean({ description: "false: it was so already, or was refused" }),
      error: nullable(Type.String({ description: "Why it was refused", examples: ["No alarm 784f394c-…"] })),
    }),
    { description: "One per id, in order" },
  ),
  changed: Type.Integer({ examples: [12] }),
});
export type AlarmsOutcome = Static<typeof AlarmsOutcome>;
