import type { TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { AlarmDetails, AlarmName } from "./alarm.ts";
import type { Raise } from "./raised-alarm.ts";

/** What causes an alarm is over, seen at a moment. */
export interface Clearing extends AlarmName {
  readonly tenantId: TenantId;
  readonly ts: EpochMs;
  /** What was seen then: told beside what caused it. */
  readonly details?: AlarmDetails;
}

/**
 * What happens to an alarm: it is raised; what causes it is over, unless what is known of it is newer; or nobody looks at what
 * causes it any more, and it ends whatever is known of it.
 */
export type AlarmChange =
  | ({ readonly kind: "raise" } & Raise)
  | ({ readonly kind: "clear" } & Clearing)
  | ({ readonly kind: "end" } & Clearing);
