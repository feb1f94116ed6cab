import type { RuleId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { Transactions } from "../../changes/index.ts";
import type { PointLog, TelemetryStore } from "../../telemetry/index.ts";
import type { LiveRuleStore } from "./live-rule-store.ts";
import type { RaisedByRules } from "./rule-alarms.ts";

export interface LiveRuleParts {
  readonly store: LiveRuleStore;
  readonly log: PointLog;
  readonly points: Pick<TelemetryStore, "scan">;
  readonly alarms: RaisedByRules;
  readonly transactions: Transactions;
  readonly clock: Clock;
  /** Told when nothing can be stored, and of alarms that were refused. */
  readonly onFailure: (error: unknown, of?: RuleId) => void;
}
