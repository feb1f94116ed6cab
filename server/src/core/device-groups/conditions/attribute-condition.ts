import type { AttributeCondition } from "@heliograph/contract";
import type { StoredCondition } from "../device-index.ts";
import { rangeOf, type ValueComparison } from "../value-test.ts";
import { type Resolve, storedTree } from "./resolve.ts";

export const resolveAttribute: Resolve<AttributeCondition> = async ({ key, scope, comparison, value }, at) => {
  const asked = (compared: ValueComparison): StoredCondition => ({
    of: "attribute",
    ...{ scope, key },
    range: rangeOf(compared),
  });
  const present = asked({ comparison: "EXISTS" });
  if (comparison === "NOT_EXISTS") return { tree: { of: "not", part: storedTree(at, present) } };
  return {
    tree: storedTree(at, asked({ comparison, value })),
    findProblem: async () =>
      (await at.index.count(at.reach.tenantId, present, 1)) === 0 ? "ATTRIBUTE_UNUSED" : undefined,
  };
};
