import type { ProjectId, TenantId } from "../../kernel/ids.ts";

/**
 * The part of a tenant in which something may be done [PRJ1]. Whatever lies outside of it does not exist for who asks:
 * devices are found through a reach, never through a tenant alone.
 */
export interface Reach {
  readonly tenantId: TenantId;
  /** Every project below a granted one is named, too. "all" includes what is in no project. */
  readonly projects: ReachedProjects;
}

export type ReachedProjects = "all" | ReadonlySet<ProjectId>;

export const wholeTenant = (tenantId: TenantId): Reach => ({ tenantId, projects: "all" });

/** Null is the root of the tenant: in no project. */
export const reaches = ({ projects }: Reach, project: ProjectId | null): boolean =>
  projects === "all" || (project !== null && projects.has(project));

export const eitherOf = (one: ReachedProjects, other: ReachedProjects): ReachedProjects =>
  one === "all" || other === "all" ? "all" : one.union(other);

export function bothOf(one: ReachedProjects, other: ReachedProjects): ReachedProjects {
  if (one === "all") return other;
  return other === "all" ? one : one.intersection(other);
}

export function isWithin(one: ReachedProjects, other: ReachedProjects): boolean {
  return other === "all" || (one !== "all" && one.isSubsetOf(other));
}
