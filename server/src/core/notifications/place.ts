import type { NotificationPolicyId, ProjectId, RuleId, TenantId } from "../../kernel/ids.ts";
import type { Telling } from "./notification-policy.ts";

/** Into which message something goes, and how long that waits for more. */
export interface Place {
  readonly tenantId: TenantId;
  readonly projectId: ProjectId | null;
  readonly policyId: NotificationPolicyId | null;
  readonly ruleId: RuleId | null;
  readonly name: string;
  readonly step: number;
  readonly group: string;
  readonly telling: Telling;
  readonly waitMs: number;
  readonly everyMs: number;
  /** While more comes it waits on, up to so long; where nothing is said, six times `waitMs`. */
  readonly longestMs?: number;
}
