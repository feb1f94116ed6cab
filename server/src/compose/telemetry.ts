import type { Logger } from "pino";
import type { DiskRoom } from "../adapters/data-folder/disk-room.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlPointsToForget } from "../adapters/sql/stores/points-to-forget.ts";
import { SqlTenantSettingsStore } from "../adapters/sql/stores/tenant-settings-store.ts";
import type { NodePoints } from "../adapters/telemetry-blocks/index.ts";
import { type PointIntake, type PointsToForget, TelemetryFeed } from "../core/telemetry/index.ts";
import { HistoryDepths, stricter, type TenantLimitsBook, type TenantSettingsStore } from "../core/tenants/index.ts";
import type { Config } from "../settings/config.ts";

/** Points: their store, who watches them arrive, how long they stay. */
export interface TelemetryParts {
  readonly telemetryStore: NodePoints;
  readonly telemetryFeed: TelemetryFeed;
  /** How far ahead points may be; 0 is no limit. */
  readonly telemetryAheadMs: number;
  readonly pointIntake: PointIntake;
  readonly pointsToForget: PointsToForget;
  readonly tenantSettings: TenantSettingsStore;
  readonly historyDepths: HistoryDepths;
}

interface Around {
  readonly database: Database;
  readonly telemetryStore: NodePoints;
  readonly tenantLimits: TenantLimitsBook;
  readonly room: Pick<DiskRoom, "requireForRows" | "hasRoomForRows">;
  readonly logger: Logger;
  /** The feed of several nodes; else this one's alone. */
  readonly feed: TelemetryFeed | undefined;
}

export async function composeTelemetry(config: Config, around: Around): Promise<TelemetryParts> {
  const { database, telemetryStore, tenantLimits, room, logger } = around;
  const tenantSettings = new SqlTenantSettingsStore(database);
  const historyDepths = new HistoryDepths(tenantSettings);
  await historyDepths.load();
  if (telemetryStore.place === "file") telemetryStore.guardRoom(() => room.requireForRows()); // else its disk is its own
  telemetryStore.limitSeries({
    limitOf: (tenant) => stricter(config.tenantSeries, tenantLimits.of(tenant).series),
    onFull: (tenantId, limit) =>
      logger.warn({ tenantId, limit }, "the tenant has as many telemetry series as it may have; new keys are refused"),
  });
  return {
    telemetryStore,
    telemetryFeed:
      around.feed ?? new TelemetryFeed((error) => logger.error({ err: error }, "a watcher of telemetry failed")),
    telemetryAheadMs: config.telemetryAhead * 1_000,
    pointIntake: intakeOf(around),
    pointsToForget: new SqlPointsToForget(database),
    tenantSettings,
    historyDepths,
  };
}

/** A device whose token cannot be looked up, or whose request a full disk refuses at the door, is not heard either. */
const intakeOf = ({ telemetryStore, database, room }: Around): PointIntake => ({
  get isOpen() {
    return telemetryStore.isTaking && database.isReachable && room.hasRoomForRows;
  },
});
