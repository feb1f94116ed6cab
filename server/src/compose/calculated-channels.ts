import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import { SqlCalculatedChannelStore } from "../adapters/sql/stores/calculated-channel-store.ts";
import { SqlLiveRuleStore } from "../adapters/sql/stores/live-rule-store.ts";
import { SqlRuleStore } from "../adapters/sql/stores/rule-store.ts";
import { SharedCalculatedChannelStore } from "../adapters/sql/stores/shared-live-stores.ts";
import type { NodePoints } from "../adapters/telemetry-blocks/index.ts";
import type { Audit } from "../core/audit/index.ts";
import {
  CalculatedChannels,
  CalculationPreview,
  fillChannelKind,
  LiveCalculations,
  type SharedIntervals,
} from "../core/calculated-channels/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { JobKind } from "../core/jobs/index.ts";
import type { Reach } from "../core/projects/index.ts";
import { type HopMarks, namedRules } from "../core/rules/index.ts";
import { type PointLog, SharedLog, type TelemetryFeed } from "../core/telemetry/index.ts";
import type { CalculatedChannelId, DeviceId } from "../kernel/ids.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** Channels that are calculated from others, behind the points. */
export interface CalculatedChannelParts {
  readonly calculatedChannels: CalculatedChannels;
  readonly calculationPreview: CalculationPreview;
  readonly liveCalculations: LiveCalculations;
}

interface Around {
  readonly database: Database;
  readonly telemetryStore: NodePoints;
  readonly telemetryFeed: TelemetryFeed;
  readonly transactions: Transactions;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly hops: HopMarks;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where several nodes share the devices. */
  readonly isOurs: ((device: DeviceId) => boolean) | undefined;
  readonly intervals: SharedIntervals | undefined;
  /** The log of this node where each has one. */
  readonly ownLog: number | undefined;
}

/** The log of the points, for rules and for calculated channels. */
export function shareLog(
  config: Config,
  { database, telemetryStore, isOurs }: Pick<Around, "database" | "telemetryStore" | "isOurs">,
) {
  const rules = new SqlLiveRuleStore(database, config.ruleTransitions);
  const calculated = new SqlCalculatedChannelStore(database);
  const positions = async () => [await rules.position(), (await calculated.progress())?.position];
  const shared = new SharedLog(telemetryStore, isOurs ? async () => [] : positions); // a log of one's own begins anew
  return { ofRules: shared.branch("rules"), ofCalculations: shared.branch("calculations") };
}

export function composeCalculatedChannels(
  config: Config,
  log: PointLog,
  around: Around,
): CalculatedChannelParts & { readonly fillChannel: JobKind<never> } {
  const { database, telemetryStore: points, telemetryFeed, transactions, events, audit, clock, logger } = around;
  const store =
    around.ownLog === undefined
      ? new SqlCalculatedChannelStore(database)
      : new SharedCalculatedChannelStore(database, around.ownLog);
  const ruleStore = new SqlRuleStore(database);
  const devicesAtMost = config.calculatedDevices;
  const onFailure = (error: unknown, channelId?: CalculatedChannelId) =>
    logger.error({ err: error, channelId }, "a calculated channel is held up");
  const live = new LiveCalculations(
    {
      ...{ store, log, points, clock, onFailure, hops: around.hops, audience: telemetryFeed, shared: around.intervals },
      onRefused: (error, deviceId) => logger.warn({ err: error, deviceId }, "there is no room for what is calculated"),
    },
    devicesAtMost,
  );
  hear(events, live);
  live.edited = () => events.publish("calculated-channels-changed", {});
  const channels = new CalculatedChannels(
    { store, live, points, transactions, audit, clock, rules: (reach: Reach) => namedRules(ruleStore, reach) },
    config.calculatedChannelsPerTenant,
  );
  const momentsAtMost = config.calculatedPreview;
  return {
    calculatedChannels: channels,
    liveCalculations: live,
    calculationPreview: new CalculationPreview({ points, store, devicesAtMost, momentsAtMost }),
    fillChannel: fillChannelKind({ channels, store, points, live, devicesAtMost }) as JobKind<never>,
  };
}

/** What else changes what is calculated for what. */
function hear(events: EventBus, live: LiveCalculations): void {
  events.subscribe("calculated-channels-changed", () => live.changed());
  events.subscribe("events-missed", () => live.changed());
  events.subscribe("device-created", ({ deviceId }) => live.devicesChanged([deviceId]));
  events.subscribe("device-updated", ({ deviceId }) => live.devicesChanged([deviceId]));
  events.subscribe("devices-moved", ({ deviceIds }) => live.devicesChanged(deviceIds));
  events.subscribe("device-removed", ({ deviceId }) => live.deviceRemoved(deviceId));
  events.subscribe("telemetry-deleted", ({ deviceId }) => live.forget(deviceId));
  events.subscribe("device-type-changed", () => live.changed());
  events.subscribe("projects-changed", () => live.devicesChanged([]));
  events.subscribe("tenant-removed", () => live.changed());
}
