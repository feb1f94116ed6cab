import type { RuleAction, ruleActionStatuses } from "@heliograph/contract";
import type { AlarmId, DeviceId, RuleId, TenantId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { RuleOfDevice } from "../live/live-rule-store.ts";
import type { ComparedLimit } from "../step/compared-limits.ts";
import type { Transition } from "../step/transition.ts";

/** WAITING is tried, perhaps again; GIVEN_UP was tried for as long as it may be; SKIPPED never was, and says why. */
export type ActionStatus = (typeof ruleActionStatuses)[number];

export type PublishTelemetry = Extract<RuleAction, { kind: "PUBLISH_TELEMETRY" }>;

/** Everything that is needed to carry an action out, whatever becomes of the rule meanwhile. */
export interface ActionOrder<Action extends RuleAction = RuleAction> {
  /** Stays the same over all attempts: transition × action [RUL4]. */
  readonly key: string;
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly rule: { readonly id: RuleId; readonly name: string; readonly version: number };
  readonly action: Action;
  readonly transition: Transition;
  /** The alarm the transition was about: an attempt that is made again names the same. Not there in what older versions planned. */
  readonly alarmId?: AlarmId | null;
  /** What was compared, of what tells people; orders of older versions have none. */
  readonly limits?: readonly ComparedLimit[];
  /** How many rules one after another led to it. */
  readonly hops: number;
}

/** An action that follows from a transition, as it is stored with it. */
export interface PlannedAction extends RuleOfDevice {
  readonly order: ActionOrder;
  readonly transitionId: string;
  /** Which of the rule's actions. */
  readonly place: number;
  readonly time: EpochMs;
  /** Null: it is done. Else why it is not. */
  readonly skipped: Skipped | null;
}

export interface Skipped {
  readonly reason: string;
  /** Nobody asked for that: it is told as a failure of the rule [RUL5]. */
  readonly isFailure: boolean;
}

/** What became of an action. */
export interface ActionResult {
  readonly key: string;
  readonly transitionId: string;
  readonly place: number;
  readonly kind: RuleAction["kind"];
  readonly status: ActionStatus;
  readonly attempts: number;
  readonly nextAttempt: EpochMs | null;
  readonly finishedTime: EpochMs | null;
  /** In words: what was done, or what was said to the last attempt. */
  readonly result: string | null;
}
