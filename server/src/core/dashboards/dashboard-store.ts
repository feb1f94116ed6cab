import type { ShareVariable } from "@heliograph/contract";
import type { DashboardId, TenantId, UserId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Reach, ReachedProjects } from "../projects/index.ts";
import type { DashboardHead, DashboardText, TrashedHead, VersionHead, VersionText } from "./dashboard.ts";

export interface DashboardQuery {
  readonly tenantId: TenantId;
  /** What is in no project is found with "all" only [PRJ1]. */
  readonly projects: ReachedProjects;
  /** Part of the title, without regard to case. */
  readonly textSearch: string | undefined;
  readonly sortProperty: "title" | "createdTime" | "savedTime";
  readonly descending: boolean;
}

/** Versions that are kept of one dashboard: so many, and so many bytes of them; the newest always. */
export interface VersionLimits {
  readonly versions: number;
  readonly versionBytes: number;
}

/** Who saves in person, and which of their links can show what they save. */
export interface Saver {
  readonly userId: UserId;
  readonly fits: (variables: Readonly<Record<string, ShareVariable>>) => boolean;
}

/** What is in the trash is in none of the lists but its own. */
export interface DashboardStore {
  /** As its first version; `full` when the tenant has `atMost`, those in the trash counted. */
  create(dashboard: DashboardText, atMost: number): Promise<"created" | "full" | "gone">;
  /**
   * As its next version: of two who save the same one, the second finds another. Versions beyond the limits go, but those
   * that links show. Links of whoever saves, in person, go on from the version before to the new one [DSH6]: those that
   * show an earlier one would tell what somebody else saved in between.
   */
  save(dashboard: DashboardText, limits: VersionLimits, by?: Saver): Promise<"saved" | "stale" | "gone">;
  find(tenant: TenantId, id: DashboardId): Promise<DashboardHead | undefined>;
  findText(tenant: TenantId, id: DashboardId): Promise<DashboardText | undefined>;
  /** Those that are there, in no particular order. */
  findSome(tenant: TenantId, ids: readonly DashboardId[]): Promise<readonly DashboardHead[]>;
  count(query: DashboardQuery): Promise<number>;
  page(query: DashboardQuery, page: PageRequest): Promise<readonly DashboardHead[]>;
  stream(query: DashboardQuery): AsyncIterable<readonly DashboardHead[]>;

  /** The newest first. */
  versions(id: DashboardId): Promise<readonly VersionHead[]>;
  version(id: DashboardId, version: number): Promise<VersionText | undefined>;

  /** False when it is not there, or in the trash already. */
  trash(tenant: TenantId, id: DashboardId, at: EpochMs, by: string | null): Promise<boolean>;
  findTrashed(tenant: TenantId, id: DashboardId): Promise<TrashedHead | undefined>;
  countTrash(reach: Reach): Promise<number>;
  /** Those deleted last first. */
  trashPage(reach: Reach, page: PageRequest): Promise<readonly TrashedHead[]>;
  /** False when it is not in the trash. */
  takeBack(tenant: TenantId, id: DashboardId): Promise<boolean>;
  /** With all its versions; false when it is not in the trash. */
  purge(tenant: TenantId, id: DashboardId): Promise<boolean>;
  /** Those that have been in the trash since before; returns how many went. */
  purgeBefore(before: EpochMs, atMost: number): Promise<number>;

  /** Null is nobody's own: that of the tenant. Those in the trash are none. */
  home(tenant: TenantId, user: UserId | null): Promise<DashboardId | undefined>;
  setHome(tenant: TenantId, user: UserId | null, dashboard: DashboardId | null): Promise<void>;
}
