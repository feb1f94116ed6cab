import { sql, type Transaction } from "kysely";
import {
  type Decide,
  type DeviceFile,
  type FileChange,
  type FileChanges,
  type FileKey,
  keyTextOf,
  type SameAs,
} from "../../../core/files/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { recordReleased } from "./content-records.ts";
import { fileOf, fileRowOf } from "./file-rows.ts";
import { countUse } from "./tenant-usage.ts";

/** Rows per statement: SQLite allows 32,766 parameters, a file has 27. */
const filesPerStatement = 500;

/** The device's row is locked first, so that changes of its files happen one after the other. */
export async function changeFiles(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  device: DeviceId,
  keys: readonly FileKey[],
  decide: Decide,
  sameAs: SameAs = () => undefined,
): Promise<FileChanges | "no-such-device"> {
  const tenantId = await lockDevice(trx, kind, device);
  if (tenantId === undefined) return "no-such-device";
  const changes: FileChange[] = [];
  for (let at = 0; at < keys.length; at += filesPerStatement) {
    changes.push(
      ...(await changeSome(trx, { device, tenantId }, keys.slice(at, at + filesPerStatement), decide, sameAs)),
    );
  }
  await countBytes(trx, tenantId, device, changes);
  return { tenantId, changes };
}

/** The content a file had and has no more. */
const releasedBy = ({ before, after }: FileChange): readonly string[] =>
  before?.content && before.content.sha256 !== after?.content?.sha256 ? [before.content.sha256] : [];

export async function lockDevice(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  device: DeviceId,
): Promise<TenantId | undefined> {
  const query = trx.selectFrom("devices").select("tenant_id").where("id", "=", device);
  const row = await (kind === "postgres" ? query.forNoKeyUpdate() : query).executeTakeFirst();
  return row?.tenant_id as TenantId | undefined;
}

async function changeSome(
  trx: Transaction<Tables>,
  { device, tenantId }: { readonly device: DeviceId; readonly tenantId: TenantId },
  keys: readonly FileKey[],
  decide: Decide,
  sameAs: SameAs,
): Promise<readonly FileChange[]> {
  const known = await knownFiles(trx, device, [...keys, ...keys.flatMap((key) => sameAs(key) ?? [])]);
  const taken = new Set(keys.map(keyTextOf));
  const changes = keys.map((key) => {
    const before = known.get(keyTextOf(key)) ?? otherwiseKnown(known, taken, sameAs(key));
    return { before, after: decide(before, key) };
  });
  const changed = changes.filter(({ before, after }) => before !== after);
  await removeFiles(
    trx,
    changed.flatMap(({ before, after }) => (before && !after ? [before] : [])),
  );
  await putFiles(
    trx,
    changed.flatMap(({ after }) => (after ? [after] : [])),
    tenantId,
  );
  await recordReleased(trx, changed.flatMap(releasedBy));
  return changes;
}

/** The file of another key; only one of those who ask can have it. */
function otherwiseKnown(
  known: ReadonlyMap<string, DeviceFile>,
  taken: Set<string>,
  key: FileKey | undefined,
): DeviceFile | undefined {
  if (!key || taken.has(keyTextOf(key))) return undefined;
  taken.add(keyTextOf(key));
  return known.get(keyTextOf(key));
}

async function knownFiles(
  trx: Transaction<Tables>,
  device: DeviceId,
  keys: readonly FileKey[],
): Promise<ReadonlyMap<string, DeviceFile>> {
  const rows = await trx
    .selectFrom("files")
    .selectAll()
    .where("device_id", "=", device)
    .where("name", "in", [...new Set(keys.map(({ name }) => name))])
    .execute();
  return new Map(rows.map((row) => [keyTextOf(row), fileOf(row)]));
}

async function removeFiles(trx: Transaction<Tables>, files: readonly DeviceFile[]): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  await trx.deleteFrom("files").where("id", "in", ids).execute();
}

async function putFiles(trx: Transaction<Tables>, files: readonly DeviceFile[], tenantId: TenantId): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto("files")
    .values(files.map((file) => fileRowOf(file, tenantId)))
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        name: eb.ref("excluded.name"),
        base_name: eb.ref("excluded.base_name"),
        search_text: eb.ref("excluded.search_text"),
        status: eb.ref("excluded.status"),
        listed_size: eb.ref("excluded.listed_size"),
        listed_start: eb.ref("excluded.listed_start"),
        listed_end: eb.ref("excluded.listed_end"),
        listing: eb.ref("excluded.listing"),
        sha256: eb.ref("excluded.sha256"),
        size: eb.ref("excluded.size"),
        received_time: eb.ref("excluded.received_time"),
        damage: eb.ref("excluded.damage"),
        processing: eb.ref("excluded.processing"),
        error: eb.ref("excluded.error"),
        content_start: eb.ref("excluded.content_start"),
        content_end: eb.ref("excluded.content_end"),
        channel_count: eb.ref("excluded.channel_count"),
        sample_count: eb.ref("excluded.sample_count"),
        device_start: eb.ref("excluded.device_start"),
        start_time: eb.ref("excluded.start_time"),
        end_time: eb.ref("excluded.end_time"),
      })),
    )
    .execute();
}

/** What the device's files take, kept beside them: a quota must not cost a sum over a million files. */
async function countBytes(
  trx: Transaction<Tables>,
  tenant: TenantId,
  device: DeviceId,
  changes: readonly FileChange[],
): Promise<void> {
  const sizeOf = (file: DeviceFile | undefined): number => file?.content?.size ?? 0;
  const more = changes.reduce((sum, { before, after }) => sum + sizeOf(after) - sizeOf(before), 0);
  if (more === 0) return;
  await trx
    .insertInto("file_usage")
    .values({ device_id: device, bytes: more })
    .onConflict((conflict) =>
      conflict.column("device_id").doUpdateSet({ bytes: sql<number>`file_usage.bytes + excluded.bytes` }),
    )
    .execute();
  await countUse(trx, { tenant, resource: "fileBytes", more, of: device });
}
