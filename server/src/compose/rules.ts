import type { RuleAction } from "@heliograph/contract";
import { SqlLiveRuleStore } from "../adapters/sql/stores/live-rule-store.ts";
import { SqlRuleStore } from "../adapters/sql/stores/rule-store.ts";
import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Devices } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { Courier } from "../core/outbox/index.ts";
import type { Reach } from "../core/projects/index.ts";
import { type ActionDelivery, LimitTables, LiveRules, Rules, RuleTraces } from "../core/rules/index.ts";
import type { PointLog } from "../core/telemetry/index.ts";
import type { RuleId } from "../kernel/ids.ts";
import type { Config } from "../settings/config.ts";
import { type ActionParts, composeRuleActions } from "./rule-actions.ts";

/** Rules, their evaluation behind the points, and what they do. */
export interface RuleParts {
  readonly rules: Rules;
  readonly ruleTraces: RuleTraces;
  readonly liveRules: LiveRules;
  readonly limitTables: LimitTables;
  /** Where others say that they carry out actions of a kind. */
  readonly ruleActions: ActionDelivery;
  readonly ruleCourier: Courier;
}

interface Around extends ActionParts {
  readonly telemetryStore: TelemetryBlocks;
  readonly log: PointLog;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly devices: Devices;
}

export function composeRules(config: Config, around: Around): RuleParts {
  const { database, telemetryStore, log, transactions, events, audit, alarms, devices, clock, logger } = around;
  const store = new SqlRuleStore(database);
  const onFailure = (error: unknown, ruleId?: RuleId) => logger.error({ err: error, ruleId }, "a rule is held up");
  const { delivery, courier, plan, hops, actionStore } = composeRuleActions(config, around);
  const live = new LiveRules(
    {
      ...{ transactions, alarms, clock, onFailure, hops, actions: plan, log, points: telemetryStore },
      store: new SqlLiveRuleStore(database, config.ruleTransitions),
    },
    config.ruleTransitions,
  );
  hear(events, live);
  const isServed = (kind: RuleAction["kind"]) => delivery.serves(kind);
  const misnamed = (reach: Reach, actions: readonly RuleAction[]) => delivery.problems(reach, actions);
  const parts = { store, live, transactions, audit, clock, actions: actionStore, isServed, misnamed };
  const rules = new Rules(parts, limitsOf(config));
  const ruleTraces = new RuleTraces({ rules, live, devices, store });
  const limitTables = new LimitTables({ rules, store });
  return { rules, liveRules: live, ruleTraces, limitTables, ruleActions: delivery, ruleCourier: courier };
}

const limitsOf = (config: Config) => ({
  perTenant: config.rulesPerTenant,
  versions: config.ruleVersions,
  retentionMs: config.ruleTransitionRetention,
});

/** What else changes which rules are for what, and what became of their alarms. */
function hear(events: EventBus, live: LiveRules): void {
  events.subscribe("device-created", ({ deviceId }) => live.devicesChanged([deviceId]));
  events.subscribe("device-updated", ({ deviceId }) => live.devicesChanged([deviceId]));
  events.subscribe("devices-moved", ({ deviceIds }) => live.devicesChanged(deviceIds));
  events.subscribe("device-removed", ({ deviceId }) => live.deviceRemoved(deviceId));
  events.subscribe("projects-changed", () => live.changed());
  events.subscribe("tenant-removed", () => live.changed());
  events.subscribe("alarm-changed", ({ deviceId, isOpen }) => {
    if (!isOpen) live.alarmEnded(deviceId);
  });
}
