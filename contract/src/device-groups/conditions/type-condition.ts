import { type Static, Type } from "typebox";
import { Uuid } from "../../ids.ts";
import { closed, conditionKind, idsAtMost } from "./condition-kind.ts";

const schema = Type.Object(
  {
    kind: Type.Literal("TYPE"),
    deviceProfileIds: Type.Array(Uuid, { minItems: 1, maxItems: idsAtMost, description: "One of these types" }),
  },
  { ...closed, description: "Devices of certain types" },
);
export type TypeCondition = Static<typeof schema>;

export const typeCondition = conditionKind({
  kind: "TYPE",
  schema,
  needs: [],
  problemOf: () => undefined,
});
