import { type Static, Type } from "typebox";
import { span } from "../span.ts";
import { closed, conditionKind } from "./condition-kind.ts";

export const activityStates = ["ACTIVE", "INACTIVE", "NEVER"] as const;

const schema = Type.Object(
  {
    kind: Type.Literal("ACTIVITY"),
    state: Type.Enum([...activityStates], {
      description: "ACTIVE now; INACTIVE now, but heard of once; NEVER heard of",
      examples: ["INACTIVE"],
    }),
    sinceMs: span(
      "ACTIVE: the last contact is at most so long ago. INACTIVE: at least so long. NEVER: the device has been there at " +
        "least so long",
    ),
  },
  { ...closed, description: "Devices by their last contact" },
);
export type ActivityCondition = Static<typeof schema>;

export const activityCondition = conditionKind({
  kind: "ACTIVITY",
  schema,
  needs: [],
  problemOf: () => undefined,
});
