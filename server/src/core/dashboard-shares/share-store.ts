import type { DashboardId, ShareId } from "../../kernel/ids.ts";
import type { UseStore } from "../access/index.ts";
import type { DashboardShare } from "./share.ts";

/** With the user name of its maker. */
export interface MadeShare extends DashboardShare {
  readonly madeBy: string;
}

export interface ShareStore extends UseStore<ShareId> {
  /** Stores nothing where the dashboard has `atMost` already, also when two are made at once; `gone` with dashboard or maker. */
  create(share: DashboardShare, tokenHash: string, atMost: number): Promise<"created" | "too-many" | "gone">;
  findByHash(tokenHash: string): Promise<DashboardShare | undefined>;
  find(dashboard: DashboardId, id: ShareId): Promise<DashboardShare | undefined>;
  findById(id: ShareId): Promise<DashboardShare | undefined>;
  /** Newest first. */
  listOf(dashboard: DashboardId): Promise<readonly MadeShare[]>;
  /** False when it is not there any more. */
  setVersion(id: ShareId, version: number): Promise<boolean>;
  remove(dashboard: DashboardId, id: ShareId): Promise<boolean>;
}
