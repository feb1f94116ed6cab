import type { RuleDefinition, RuleMode } from "@heliograph/contract";
import type { RuleId, TenantId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";

export interface RuleProperties {
  readonly name: string;
  readonly description: string | null;
  readonly mode: RuleMode;
  readonly definition: RuleDefinition;
}

export interface Rule extends RuleProperties {
  readonly id: RuleId;
  readonly tenantId: TenantId;
  /** Grows with every change, of the mode, too. */
  readonly version: number;
  readonly createdTime: EpochMs;
  readonly updatedTime: EpochMs;
}
