import type { Permission } from "@heliograph/contract";
import type { AppError } from "../../kernel/errors.ts";
import type { ProjectId, TenantId } from "../../kernel/ids.ts";

/**
 * The part of a tenant in which something may be done [PRJ1]. Whatever lies outside of it does not exist for who asks:
 * devices are found through a reach, never through a tenant alone.
 */
export interface Reach {
  readonly tenantId: TenantId;
  /** Every project below a granted one is named, too. "all" includes what is in no project. */
  readonly projects: ReachedProjects;
  /** For who may know of more than they may do this to; without it, nothing is known of what lies outside. */
  readonly beyond?: Beyond | undefined;
}

/** What somebody is told of things outside of a reach. */
interface Beyond {
  /** Where they may read. */
  readonly readable: (reading: Permission) => ReachedProjects;
  readonly refusal: () => AppError;
}

export type ReachedProjects = "all" | ReadonlySet<ProjectId>;

export const wholeTenant = (tenantId: TenantId): Reach => ({ tenantId, projects: "all" });

/** Null is the root of the tenant: in no project. */
export const reaches = ({ projects }: Reach, project: ProjectId | null): boolean =>
  projects === "all" || (project !== null && projects.has(project));

/** Of something in this project that is out of reach: refused where it may be read, else as if it were not there [API3]. */
export function outOfReach({ tenantId, beyond }: Reach, project: ProjectId | null, notThere: AppError): AppError {
  if (!beyond) return notThere;
  return reaches({ tenantId, projects: beyond.readable("VIEW_DEVICES") }, project) ? beyond.refusal() : notThere;
}

export const eitherOf = (one: ReachedProjects, other: ReachedProjects): ReachedProjects =>
  one === "all" || other === "all" ? "all" : one.union(other);

export function bothOf(one: ReachedProjects, other: ReachedProjects): ReachedProjects {
  if (one === "all") return other;
  return other === "all" ? one : one.intersection(other);
}

export function isWithin(one: ReachedProjects, other: ReachedProjects): boolean {
  return other === "all" || (one !== "all" && one.isSubsetOf(other));
}
