import type { TypeCondition } from "@heliograph/contract";
import type { DeviceTypeId } from "../../../kernel/ids.ts";
import { type Resolve, storedTree } from "./resolve.ts";

/** A type that is gone is one that no device has. */
export const resolveType: Resolve<TypeCondition> = async ({ deviceProfileIds }, at) => {
  const named = deviceProfileIds.map((id) => id.toLowerCase() as DeviceTypeId);
  const ids = await at.index.knownTypes(at.reach.tenantId, named);
  const isComplete = new Set(ids).size === new Set(named).size;
  return {
    tree: storedTree(at, { of: "types", ids }),
    findProblem: async () => (isComplete ? undefined : "TYPE_MISSING"),
  };
};
