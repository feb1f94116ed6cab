import { type Static, Type } from "typebox";
import { AttributeScopeName } from "../../attributes.ts";
import { comparisonProblem, valueComparison } from "../comparison.ts";
import { closed, conditionKind } from "./condition-kind.ts";

const schema = Type.Object(
  {
    kind: Type.Literal("ATTRIBUTE"),
    scope: Type.Optional(AttributeScopeName),
    ...valueComparison,
  },
  { ...closed, description: "Devices by an attribute, of one scope or of any" },
);
export type AttributeCondition = Static<typeof schema>;

export const attributeCondition = conditionKind({
  kind: "ATTRIBUTE",
  schema,
  needs: ["VIEW_TELEMETRY"],
  problemOf: comparisonProblem,
});
