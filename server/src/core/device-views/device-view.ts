import type { DeviceViewLook } from "@heliograph/contract";
import type { DeviceViewId, ProjectId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What people say about a view. */
export interface DeviceViewProperties {
  readonly name: string;
  /** Where it is shared; null is the whole tenant. */
  readonly projectId: ProjectId | null;
  readonly isShared: boolean;
  /** As it was saved, by this version or another one. */
  readonly look: DeviceViewLook;
}

/** A saved look at the list of devices. */
export interface DeviceView extends DeviceViewProperties {
  readonly id: DeviceViewId;
  readonly tenantId: TenantId;
  /** Null: whoever made it has no account any more; only shared ones are left then. */
  readonly ownerId: UserId | null;
  readonly createdTime: EpochMs;
  /** Grows with every change. */
  readonly version: number;
}
