import { type Static, Type } from "typebox";
import { projectChoice } from "../../devices.ts";
import { closed, conditionKind, idsAtMost } from "./condition-kind.ts";

const schema = Type.Object(
  {
    kind: Type.Literal("PROJECT"),
    projectIds: Type.Array(projectChoice, { minItems: 1, maxItems: idsAtMost, description: "One of these projects" }),
    includeDescendants: Type.Optional(
      Type.Boolean({ default: true, description: "Devices of the projects below them as well" }),
    ),
  },
  { ...closed, description: "Devices in certain projects, or in none" },
);
export type ProjectCondition = Static<typeof schema>;

export const projectCondition = conditionKind({
  kind: "PROJECT",
  schema,
  needs: [],
  problemOf: () => undefined,
});
