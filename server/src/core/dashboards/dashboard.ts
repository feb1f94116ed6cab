import type { DashboardConfiguration } from "@heliograph/contract";
import type { DashboardId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What people say about a dashboard. */
export interface DashboardContent {
  readonly title: string;
  readonly configuration: DashboardConfiguration;
}

/** When it was saved, and by whom; null is nobody who could be named. */
export interface Saving {
  readonly savedTime: EpochMs;
  readonly savedBy: string | null;
}

/** A dashboard without what is on it. */
export interface DashboardHead extends Saving {
  readonly id: DashboardId;
  readonly tenantId: TenantId;
  /** Null: the root of the tenant. */
  readonly projectId: ProjectId | null;
  readonly createdTime: EpochMs;
  readonly title: string;
  /** Counts saves, from 1. */
  readonly version: number;
}

export interface Dashboard extends DashboardHead, DashboardContent {}

/** In the trash [DSH2]. */
export interface TrashedHead extends DashboardHead {
  readonly deletedTime: EpochMs;
  readonly deletedBy: string | null;
}

/** One saved state. */
export interface VersionHead extends Saving {
  readonly version: number;
  readonly title: string;
}

/** A saved state with its configuration as JSON: who passes it on takes nothing apart. */
export interface VersionText extends VersionHead {
  readonly configuration: string;
}

export interface DashboardText extends DashboardHead {
  readonly configuration: string;
}
