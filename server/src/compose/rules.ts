import type { RuleAction } from "@heliograph/contract";
import { SqlCalculatedChannelStore } from "../adapters/sql/stores/calculated-channel-store.ts";
import { SqlLiveRuleStore } from "../adapters/sql/stores/live-rule-store.ts";
import { SqlReferenceNames } from "../adapters/sql/stores/reference-names.ts";
import { SqlRuleInputStore } from "../adapters/sql/stores/rule-input-store.ts";
import { SqlRuleStore } from "../adapters/sql/stores/rule-store.ts";
import { SharedLiveRuleStore } from "../adapters/sql/stores/shared-live-stores.ts";
import type { NodePoints } from "../adapters/telemetry-blocks/index.ts";
import type { Audit } from "../core/audit/index.ts";
import { namedChannels } from "../core/calculated-channels/index.ts";
import type { GroupMembers } from "../core/device-groups/index.ts";
import type { Devices } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { Courier } from "../core/outbox/index.ts";
import type { Reach } from "../core/projects/index.ts";
import {
  type ActionDelivery,
  LimitTables,
  LiveRules,
  type RuleAsker,
  type RuleInputStore,
  Rules,
  RuleTraces,
  RuleTravel,
  type SharedTraces,
} from "../core/rules/index.ts";
import type { PointIntake, PointLog } from "../core/telemetry/index.ts";
import { AppError } from "../kernel/errors.ts";
import { IdSet } from "../kernel/id-set.ts";
import type { DeviceGroupId, DeviceId, RuleId, TenantId } from "../kernel/ids.ts";
import type { Config } from "../settings/config.ts";
import { type ActionParts, composeRuleActions } from "./rule-actions.ts";

/** Rules, their evaluation behind the points, and what they do. */
export interface RuleParts {
  readonly rules: Rules;
  readonly ruleTraces: RuleTraces;
  readonly liveRules: LiveRules;
  readonly limitTables: LimitTables;
  readonly ruleTravel: RuleTravel;
  readonly ruleInputStore: RuleInputStore;
  /** Where others say that they carry out actions of a kind. */
  readonly ruleActions: ActionDelivery;
  readonly ruleCouriers: readonly Courier[];
}

interface Around extends ActionParts {
  readonly telemetryStore: NodePoints;
  readonly log: PointLog;
  readonly pointIntake: PointIntake;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly devices: Devices;
  readonly groupMembers: GroupMembers;
  /** Where several nodes share the devices. */
  readonly isOurs: ((device: DeviceId) => boolean) | undefined;
  readonly traces: SharedTraces | undefined;
  /** The log of this node where each has one. */
  readonly ownLog: number | undefined;
}

export function composeRules(config: Config, around: Around): RuleParts {
  const { database, telemetryStore, log, transactions, events, audit, alarms, devices, hops, clock, logger } = around;
  const store = new SqlRuleStore(database);
  const inputs = new SqlRuleInputStore(database, around.isOurs);
  const onFailure = (error: unknown, ruleId?: RuleId) => logger.error({ err: error, ruleId }, "a rule is held up");
  const { delivery, couriers, plan, actionStore } = composeRuleActions(config, around);
  const live = new LiveRules(
    {
      ...{ transactions, alarms, clock, onFailure, hops, actions: plan, log, points: telemetryStore },
      store:
        around.ownLog === undefined
          ? new SqlLiveRuleStore(database, config.ruleTransitions)
          : new SharedLiveRuleStore(database, config.ruleTransitions, around.ownLog),
      ...(around.isOurs && { isOurs: around.isOurs }),
      inputs,
      intake: around.pointIntake,
      listening: around.listening,
      members: membersOf(around.groupMembers),
    },
    config.ruleTransitions,
  );
  delivery.isOver = (failure) => live.isOver(failure);
  hear(events, live);
  live.edited = () => events.publish("rules-changed", {});
  const isServed = (kind: RuleAction["kind"]) => delivery.serves(kind);
  const misnamed = (by: RuleAsker, actions: readonly RuleAction[]) => delivery.problems(by, actions);
  const members = membersOf(around.groupMembers);
  const calculated = new SqlCalculatedChannelStore(database);
  const channels = (reach: Reach) => namedChannels(calculated, reach);
  const asked = { isServed, misnamed, members, channels };
  const parts = { store, live, transactions, audit, clock, actions: actionStore, ...asked };
  const rules = new Rules(parts, limitsOf(config));
  const ruleTraces = new RuleTraces({ rules, live, devices, store, elsewhere: around.traces });
  around.traces?.serve(ruleTraces);
  const limitTables = new LimitTables({ rules, store });
  const ruleTravel = new RuleTravel({ rules, names: new SqlReferenceNames(database) });
  const actions = { ruleActions: delivery, ruleCouriers: couriers };
  return { rules, liveRules: live, ruleTraces, limitTables, ruleTravel, ruleInputStore: inputs, ...actions };
}

/** Nobody is in a group that is gone. */
const membersOf =
  (groups: GroupMembers) =>
  async (tenant: TenantId, id: DeviceGroupId): Promise<IdSet<DeviceId>> => {
    try {
      return await groups.membership(tenant, id);
    } catch (error) {
      if (error instanceof AppError && error.fault === "not-found") return new IdSet();
      throw error;
    }
  };

const limitsOf = (config: Config) => ({
  perTenant: config.rulesPerTenant,
  versions: config.ruleVersions,
  retentionMs: config.ruleTransitionRetention,
});

/** What else changes which rules are for what, and what became of their alarms. */
function hear(events: EventBus, live: LiveRules): void {
  events.subscribe("rules-changed", () => live.changed());
  events.subscribe("events-missed", () => live.changed());
  events.subscribe("device-created", ({ deviceId }) => live.devicesChanged([deviceId]));
  events.subscribe("device-updated", ({ deviceId }) => live.devicesChanged([deviceId]));
  events.subscribe("devices-moved", ({ deviceIds }) => live.devicesChanged(deviceIds));
  events.subscribe("device-removed", ({ deviceId }) => live.deviceRemoved(deviceId));
  events.subscribe("attributes-changed", () => live.groupsMayChange());
  events.subscribe("device-updated", () => live.groupsMayChange());
  events.subscribe("devices-moved", () => live.groupsMayChange());
  events.subscribe("projects-changed", () => live.changed());
  events.subscribe("tenant-removed", () => live.changed());
  events.subscribe("alarm-changed", ({ deviceId, isOpen }) => {
    if (!isOpen) live.alarmEnded(deviceId);
  });
}
