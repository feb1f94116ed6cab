import type { ProjectId, TenantId } from "../../kernel/ids.ts";
import type { ListedProject, Project } from "./project.ts";
import type { ReachedProjects } from "./reach.ts";

/** What a project still holds: it cannot be removed. */
export type ProjectContent = "projects" | "devices" | "dashboards" | "assignments";

export interface ProjectStore {
  /** Inside a transaction: whoever changes the tree of this tenant waits until it is over. */
  lockTree(tenant: TenantId): Promise<void>;
  find(tenant: TenantId, id: ProjectId): Promise<Project | undefined>;
  /** Those named, by name; with the number of their devices. */
  list(tenant: TenantId, projects: ReachedProjects): Promise<readonly ListedProject[]>;
  count(tenant: TenantId): Promise<number>;
  /** It and everything below it. */
  atOrBelow(project: Project): Promise<readonly Project[]>;
  /** `name-taken` by one beside it. */
  insert(project: Project): Promise<"created" | "name-taken" | "no-such-tenant">;
  /** With another path what is below moves along. */
  update(before: Project, after: Project): Promise<"updated" | "name-taken">;
  /** Removes it unless it holds something; says what. */
  remove(project: Project): Promise<"removed" | ProjectContent>;
}
