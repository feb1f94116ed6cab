import type { Logger } from "pino";
import { Registry } from "prom-client";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { DiskRoom } from "../adapters/data-folder/disk-room.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlTenantLimitsStore } from "../adapters/sql/stores/tenant-limits-store.ts";
import type { TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import { TenantLimitsBook } from "../core/tenants/index.ts";
import type { Config } from "../settings/config.ts";
import { type Administration, composeAdministration } from "./administration.ts";
import { composeDevices, type DeviceParts } from "./devices.ts";
import { composeFiles, type FileParts } from "./files.ts";
import { composeTelemetry, type TelemetryParts } from "./telemetry.ts";

/** What the platform does, with its implementations chosen: the inside of a node, without any socket. */
export interface Platform extends Administration, DeviceParts, TelemetryParts, FileParts {
  readonly database: Database;
  readonly registry: Registry;
  readonly room: DiskRoom;
  readonly tenantLimits: TenantLimitsBook;
}

/** The one room that chooses implementations. The database is open and its schema current. */
export async function compose(
  config: Config,
  folder: DataFolder,
  database: Database,
  telemetryStore: TelemetryBlocks,
  logger: Logger,
): Promise<Platform> {
  const administration = await composeAdministration(config, folder, database, logger);
  const room = roomOf(config, folder, database, logger);
  database.onWriteFailure((error) => room.writeFailed(error));
  telemetryStore.onWriteFailure((error) => room.writeFailed(error));
  const tenantLimits = new TenantLimitsBook(new SqlTenantLimitsStore(database), administration.audit);
  await tenantLimits.load();
  const around = { ...administration, database, folder, room, tenantLimits, logger };
  const telemetry = composeTelemetry(config, { ...around, telemetryStore });
  const devices = composeDevices(config, { ...around, telemetryStore });
  const ingest = { store: telemetryStore, audience: telemetry.telemetryFeed };
  const files = await composeFiles(config, { ...around, commands: devices.commands, telemetry: ingest });
  const registry = new Registry();
  const platform = { ...administration, ...devices, ...telemetry, ...files, database, registry, room, tenantLimits };
  forgetRemovedTenants(platform);
  return platform;
}

/** What databases on the disk of the data folder may take of it [RUN11]. */
function roomOf(config: Config, folder: DataFolder, database: Database, logger: Logger): DiskRoom {
  const databases = [...(database.kind === "sqlite" ? [folder.database] : []), folder.telemetry];
  return new DiskRoom({ reserve: folder.reserve, databases }, config.diskReserve, (problem) =>
    problem
      ? logger.error({ err: problem }, "nothing can be written any more; reading goes on")
      : logger.info("writing is possible again"),
  );
}

/** What is remembered of a tenant in memory goes with it. */
function forgetRemovedTenants({ events, sessions, activity, tenantLimits }: Platform): void {
  events.subscribe("tenant-removed", ({ tenantId }) => {
    sessions.tenantChanged(tenantId);
    activity.tenantRemoved(tenantId);
    tenantLimits.forget(tenantId);
  });
}
