import type { ProjectId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import { type Reach, reaches } from "./reach.ts";

/** What people say about a project, and where in the tree it is. */
export interface ProjectProperties {
  readonly name: string;
  readonly description: string | null;
  /** Null: at the top. */
  readonly parentId: ProjectId | null;
}

/** A node in the tree of a tenant [PRJ1]. */
export interface Project extends ProjectProperties {
  readonly id: ProjectId;
  readonly tenantId: TenantId;
  readonly createdTime: EpochMs;
  /** The ids from the top down to its own. */
  readonly path: readonly ProjectId[];
}

/** With how many devices are in it, those below not counted. */
export interface ListedProject extends Project {
  readonly deviceCount: number;
}

/** Whether `one` is `other` or somewhere below it. */
export const isAtOrBelow = (one: Project, other: Project): boolean => one.path.includes(other.id);

/** A parent that is out of reach does not exist: what is below it is at the top of what one sees [PRJ1]. */
export const shownParent = ({ parentId }: Project, sees: Reach): ProjectId | null =>
  parentId !== null && reaches(sees, parentId) ? parentId : null;
