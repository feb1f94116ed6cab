import type { CalculatedDefinition } from "@heliograph/contract";
import type { CalculatedChannelId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** A channel that is calculated from others [RUL7]. */
export interface CalculatedChannel {
  readonly id: CalculatedChannelId;
  readonly tenantId: TenantId;
  readonly version: number;
  readonly definition: CalculatedDefinition;
  readonly createdTime: EpochMs;
  readonly updatedTime: EpochMs;
}
