import type { RuleAction } from "@heliograph/contract";
import type { TenantId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { DueQuery, OutboxEntry, OutboxStore } from "../../outbox/index.ts";
import type { RuleOfDevice } from "../live/live-rule-store.ts";
import type { ActionOrder, ActionResult, PlannedAction, PublishTelemetry } from "./planned-action.ts";

/** How often an action of a rule was done for a device. */
export interface ActionCount extends RuleOfDevice {
  readonly place: number;
  readonly count: number;
}

/** Which of those that are due are asked for. */
export type KindsDue =
  | { readonly among: readonly RuleAction["kind"][] }
  | { readonly beside: readonly RuleAction["kind"][] };

/** The actions of rules and what became of them. What waits is an outbox, and delivered as one. */
export interface RuleActionStore extends Pick<OutboxStore, "failed" | "giveUp"> {
  /** Join the transaction of the transitions they follow from. */
  counts(of: readonly RuleOfDevice[], since: EpochMs): Promise<readonly ActionCount[]>;
  waiting(tenants: readonly TenantId[]): Promise<ReadonlyMap<TenantId, number>>;
  add(actions: readonly PlannedAction[], notAfter: (time: EpochMs) => EpochMs): Promise<void>;
  due(query: DueQuery, kinds: KindsDue): Promise<readonly OutboxEntry[]>;
  /** Join the transaction of what is done. Those of these that wait: nobody else does them until its end. */
  lockWaiting(keys: readonly string[]): Promise<ReadonlySet<string>>;
  done(done: readonly { readonly key: string; readonly result: string }[], now: EpochMs): Promise<void>;
  /** Those that write points: the last ones that were done, and those that wait, as they may have been done before a kill. */
  published(atMost: number): Promise<readonly ActionOrder<PublishTelemetry>[]>;
  resultsOf(transitions: readonly string[]): Promise<readonly ActionResult[]>;
  removeFinishedBefore(time: EpochMs, atMost: number): Promise<number>;
}
