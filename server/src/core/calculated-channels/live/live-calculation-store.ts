import type { DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { ScopedDevice } from "../../rules/index.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";

/** How far live calculation is. */
export interface CalculationProgress {
  /** In the log of the points. */
  readonly position: number;
  /** Intervals that ended before this are calculated. */
  readonly time: EpochMs;
}

/** Which devices a sum is over. */
export interface MemberQuery {
  readonly tenantId: TenantId;
  /** With those below it; undefined is the whole tenant. */
  readonly projectId: ProjectId | undefined;
  readonly typeIds: readonly DeviceTypeId[] | undefined;
  /** Only those of higher ids. */
  readonly after?: DeviceId | undefined;
}

/** What live calculation keeps and looks up. */
export interface LiveCalculationStore {
  /** Of all tenants. */
  channels(): Promise<readonly CalculatedChannel[]>;
  devices(ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]>;
  /** By id, so many at most. */
  members(query: MemberQuery, atMost: number): Promise<readonly DeviceId[]>;
  /** Undefined where there never was a calculated channel; without a position where the log begins anew. */
  progress(): Promise<(Omit<CalculationProgress, "position"> & { readonly position?: number }) | undefined>;
  note(progress: CalculationProgress): Promise<void>;
  /** What came of commits that a node left which is gone is stored: they go. */
  seen(unseen: readonly number[]): Promise<void>;
}
