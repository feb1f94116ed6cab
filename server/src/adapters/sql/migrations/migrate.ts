import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { access } from "./0001-access.ts";
import { devices } from "./0002-devices.ts";
import { attributes } from "./0003-attributes.ts";
import { tenantSettings } from "./0003-tenant-settings.ts";
import { commands } from "./0004-commands.ts";
import { communication } from "./0005-communication.ts";
import { mqttSessions } from "./0006-mqtt-sessions.ts";
import { files } from "./0007-files.ts";
import { mqttSessionOwners } from "./0008-mqtt-session-owners.ts";
import { tenantLimits } from "./0009-tenant-limits.ts";
import { waitingCommands } from "./0010-waiting-commands.ts";
import { tenantSeries } from "./0011-tenant-series.ts";
import { releasedContents } from "./0012-released-contents.ts";
import { callsOfSessions } from "./0013-calls-of-sessions.ts";
import { contentDamage } from "./0014-content-damage.ts";
import { mqttReceipts } from "./0015-mqtt-receipts.ts";
import { invitations } from "./0016-invitations.ts";
import { audit } from "./0018-audit.ts";
import { sessionUse } from "./0019-session-use.ts";
import { deviceTypes } from "./0020-device-types.ts";
import { projects } from "./0021-projects.ts";
import { apiKeys } from "./0022-api-keys.ts";
import { inviters } from "./0023-inviters.ts";
import { secondFactors } from "./0025-second-factors.ts";
import { accounts } from "./0026-accounts.ts";
import { outbox } from "./0027-outbox.ts";
import { jobs } from "./0028-jobs.ts";
import { tenantUsage } from "./0029-tenant-usage.ts";
import { openedTenants } from "./0030-opened-tenants.ts";
import { deviceGroups } from "./0031-device-groups.ts";
import { alarms } from "./0032-alarms.ts";
import { visits } from "./0033-visits.ts";
import { rules } from "./0034-rules.ts";
import { countedChanges } from "./0035-counted-changes.ts";
import { jobRefusals } from "./0036-job-refusals.ts";
import { auditWaiting } from "./0037-audit-waiting.ts";
import { dashboards } from "./0038-dashboards.ts";
import { ruleActions } from "./0039-rule-actions.ts";
import { schedules } from "./0040-schedules.ts";
import { calculatedChannels } from "./0041-calculated-channels.ts";
import { notifications } from "./0042-notifications.ts";
import { toldByRules } from "./0043-told-by-rules.ts";
import { ruleInputs } from "./0044-rule-inputs.ts";
import { reports } from "./0045-reports.ts";
import { dashboardShares } from "./0046-dashboard-shares.ts";
import { ruleVersionAuthors } from "./0049-rule-version-authors.ts";
import { communicationPayloads } from "./0052-communication-payloads.ts";
import { deviceViews } from "./0057-device-views.ts";
import { undoneJobs } from "./0058-undone-jobs.ts";
import { deviceOverviews } from "./0059-device-overviews.ts";
import { notesAndSavedCommands } from "./0060-notes-and-saved-commands.ts";
import { filesOfTenants } from "./0061-files-of-tenants.ts";
import { contentClaims } from "./0062-content-claims.ts";
import { type ColumnTypes, columnTypes } from "./column-types.ts";
import { NewerDataError } from "./newer-data-error.ts";

/** In order, forward only, one name on both databases. A released one never changes. */
const steps: Readonly<Record<string, (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>>> = {
  "0001-access": access,
  "0002-devices": devices,
  "0003-attributes": attributes,
  "0003-tenant-settings": tenantSettings,
  "0004-commands": commands,
  "0005-communication": communication,
  "0006-mqtt-sessions": mqttSessions,
  "0007-files": files,
  "0008-mqtt-session-owners": mqttSessionOwners,
  "0009-tenant-limits": tenantLimits,
  "0010-waiting-commands": waitingCommands,
  "0011-tenant-series": tenantSeries,
  "0012-released-contents": releasedContents,
  "0013-calls-of-sessions": callsOfSessions,
  "0014-content-damage": contentDamage,
  "0015-mqtt-receipts": mqttReceipts,
  "0016-invitations": invitations,
  "0018-audit": audit,
  "0019-session-use": sessionUse,
  "0020-device-types": deviceTypes,
  "0021-projects": projects,
  "0022-api-keys": apiKeys,
  "0023-inviters": inviters,
  "0025-second-factors": secondFactors,
  "0026-accounts": accounts,
  "0027-outbox": outbox,
  "0028-jobs": jobs,
  "0029-tenant-usage": tenantUsage,
  "0030-opened-tenants": openedTenants,
  "0031-device-groups": deviceGroups,
  "0032-alarms": alarms,
  "0033-visits": visits,
  "0034-rules": rules,
  "0035-counted-changes": countedChanges,
  "0036-job-refusals": jobRefusals,
  "0037-audit-waiting": auditWaiting,
  "0038-dashboards": dashboards,
  "0039-rule-actions": ruleActions,
  "0040-schedules": schedules,
  "0041-calculated-channels": calculatedChannels,
  "0042-notifications": notifications,
  "0043-told-by-rules": toldByRules,
  "0044-rule-inputs": ruleInputs,
  "0045-reports": reports,
  "0046-dashboard-shares": dashboardShares,
  "0049-rule-version-authors": ruleVersionAuthors,
  "0052-communication-payloads": communicationPayloads,
  "0057-device-views": deviceViews,
  "0058-undone-jobs": undoneJobs,
  "0059-device-overviews": deviceOverviews,
  "0060-notes-and-saved-commands": notesAndSavedCommands,
  "0061-files-of-tenants": filesOfTenants,
  "0062-content-claims": contentClaims,
};

export const migrationNames: readonly string[] = Object.keys(steps);

const migrationTable = "migrations";
const migrationLockTable = "migration_lock";
/** Held by whoever migrates a PostgreSQL. */
export const migrationLock = "3853314791062309107";
/** What the migrations keep for themselves. */
export const migrationTables: readonly string[] = [migrationTable, migrationLockTable];

/**
 * Brings the schema up to date; returns the names of the steps taken. Two processes that start at once on one
 * PostgreSQL wait for each other (advisory lock); on SQLite the data folder's lock lets only one come here.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  await refuseNewer(database);
  try {
    return await takeSteps(database.write, database.kind);
  } catch (error) {
    await refuseNewer(database); // the other process may have been the newer one
    throw error;
  }
}

/** Takes these steps, those that were not taken before; for a copy that is to have the schema of another database. */
export async function takeSteps(
  db: Kysely<Tables>,
  kind: Database["kind"],
  names: readonly string[] = migrationNames,
): Promise<readonly string[]> {
  if (kind === "postgres" && !db.isTransaction) return db.transaction().execute((trx) => takeSteps(trx, kind, names));
  if (kind === "postgres") await waitForOthers(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrationsFor(kind, names) },
    migrationTableName: migrationTable,
    migrationLockTableName: migrationLockTable,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * However long the other process takes, and a step over a large table. The lock ends with the transaction, so it also
 * holds where a pooler gives each transaction another session; it is the one Kysely takes for a session, as versions
 * before this one do.
 */
async function waitForOthers(trx: Kysely<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(${sql.raw(migrationLock)})`.execute(trx);
}

/** The steps that were taken on this database; refuses one of a newer version. */
export async function appliedMigrations(database: Database): Promise<readonly string[]> {
  return appliedOn(database.write);
}

/** The same as seen by this connection or transaction. */
export async function appliedOn(db: Kysely<Tables>): Promise<readonly string[]> {
  const names = await appliedNames(db);
  refuseUnknown(names);
  return names;
}

/** True when every step has been taken and none that we do not know. */
export async function isCurrent(database: Database): Promise<boolean> {
  const applied = await appliedNames(database.write);
  return applied.length === migrationNames.length && applied.every((name) => name in steps);
}

function migrationsFor(kind: Database["kind"], names: readonly string[]): Record<string, Migration> {
  const types = columnTypes[kind];
  const wanted = Object.entries(steps).filter(([name]) => names.includes(name));
  return Object.fromEntries(wanted.map(([name, step]) => [name, { up: (db) => step(db, types) }]));
}

async function refuseNewer(database: Database): Promise<void> {
  refuseUnknown(await appliedNames(database.write));
}

function refuseUnknown(names: readonly string[]): void {
  const unknown = names.filter((name) => !(name in steps));
  if (unknown.length > 0) throw new NewerDataError(unknown);
}

async function appliedNames(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === migrationTable)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db);
  return rows.map((row) => row.name);
}
