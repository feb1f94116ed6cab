import type { ProjectCondition } from "@heliograph/contract";
import { AppError } from "../../../kernel/errors.ts";
import type { ProjectId } from "../../../kernel/ids.ts";
import type { SearchTree } from "../search/search-tree.ts";
import { type Resolve, type Resolving, storedTree } from "./resolve.ts";

const inNone = "none";

/** A project that is gone, or out of reach, is one that no device is in [PRJ1]. */
export const resolveProject: Resolve<ProjectCondition> = async ({ projectIds, includeDescendants = true }, at) => {
  const named = projectIds.filter((id) => id !== inNone).map((id) => id.toLowerCase() as ProjectId);
  const found = await Promise.all(named.map((id) => idsWithin(at, id, includeDescendants)));
  const ids = [...new Set(found.flatMap((some) => some ?? []))];
  const parts: SearchTree[] = [storedTree(at, { of: "projects", ids })];
  if (projectIds.includes(inNone) && at.reach.projects === "all") parts.push(storedTree(at, { of: "unassigned" }));
  return {
    tree: { of: "any", parts },
    findProblem: async () => (found.includes(undefined) ? "PROJECT_MISSING" : undefined),
  };
};

async function idsWithin(
  { projects, reach }: Resolving,
  id: ProjectId,
  withDescendants: boolean,
): Promise<readonly ProjectId[] | undefined> {
  try {
    const within = await projects.within(reach, id, withDescendants);
    return within.projects === "all" ? [] : [...within.projects];
  } catch (error) {
    if (error instanceof AppError && error.fault === "not-found") return undefined;
    throw error;
  }
}
