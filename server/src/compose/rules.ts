import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import { SqlLiveRuleStore } from "../adapters/sql/stores/live-rule-store.ts";
import { SqlRuleStore } from "../adapters/sql/stores/rule-store.ts";
import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import type { Alarms } from "../core/alarms/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import type { Devices } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import { LiveRules, Rules, RuleTraces } from "../core/rules/index.ts";
import type { RuleId } from "../kernel/ids.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** Rules, and their evaluation behind the points. */
export interface RuleParts {
  readonly rules: Rules;
  readonly ruleTraces: RuleTraces;
  readonly liveRules: LiveRules;
}

interface Around {
  readonly database: Database;
  readonly telemetryStore: TelemetryBlocks;
  readonly transactions: Transactions;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly alarms: Alarms;
  readonly devices: Devices;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function composeRules(config: Config, around: Around): RuleParts {
  const { database, telemetryStore, transactions, events, audit, alarms, devices, clock, logger } = around;
  const store = new SqlRuleStore(database);
  const onFailure = (error: unknown, ruleId?: RuleId) => logger.error({ err: error, ruleId }, "a rule is held up");
  const live = new LiveRules(
    {
      ...{ transactions, alarms, clock, onFailure, log: telemetryStore, points: telemetryStore },
      store: new SqlLiveRuleStore(database, config.ruleTransitions),
    },
    config.ruleTransitions,
  );
  hear(events, live);
  const rules = new Rules({ store, live, transactions, audit, clock }, limitsOf(config));
  return { rules, liveRules: live, ruleTraces: new RuleTraces({ rules, live, devices, store }) };
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
