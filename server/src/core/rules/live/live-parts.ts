import type { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId, RuleId, TenantId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { Transactions } from "../../changes/index.ts";
import type { NewestPoints, PointIntake, PointLog, TelemetryStore } from "../../telemetry/index.ts";
import type { ActionPlan } from "../actions/action-plan.ts";
import type { HopMarks } from "../actions/hop-marks.ts";
import type { RuleInputStore } from "../inputs/input-store.ts";
import type { Listening } from "../inputs/listening.ts";
import type { LiveRuleStore } from "./live-rule-store.ts";
import type { RaisedByRules } from "./rule-alarms.ts";

export interface LiveRuleParts {
  readonly store: LiveRuleStore;
  readonly log: PointLog;
  readonly points: Pick<TelemetryStore, "scan"> & NewestPoints;
  readonly inputs: RuleInputStore;
  readonly listening: Listening;
  /** Who is in a group now; nobody where it is gone. */
  readonly members: (tenant: TenantId, group: DeviceGroupId) => Promise<IdSet<DeviceId>>;
  readonly alarms: RaisedByRules;
  readonly actions: Pick<ActionPlan, "add" | "wake">;
  readonly hops: Pick<HopMarks, "of" | "restore">;
  readonly transactions: Transactions;
  readonly clock: Clock;
  /** Time that passes, whatever the clock is set to. */
  readonly monotonic?: () => number;
  /** Where several nodes share the devices: those that are evaluated here; each has a log of its own. */
  readonly isOurs?: (device: DeviceId) => boolean;
  /** While it is closed nobody is taken for silent; open where none is given. */
  readonly intake?: PointIntake;
  /** Told when nothing can be stored, and of alarms that were refused. */
  readonly onFailure: (error: unknown, of?: RuleId) => void;
}
