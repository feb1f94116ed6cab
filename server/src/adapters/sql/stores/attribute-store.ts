import type { AttributeScope } from "@heliograph/contract";
import { type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type {
  ApplyOutcome,
  Attribute,
  AttributeChange,
  AttributeSelection,
  AttributeStore,
} from "../../../core/attributes/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { attributeNotes } from "./attribute-notes.ts";
import { attributeOf, attributeRows, deletedKeyOf, storedKey } from "./attribute-rows.ts";
import { lockDevice } from "./change-files.ts";
import type { RuleInputNotes } from "./rule-inputs.ts";
import { countUse, roomLeft } from "./tenant-usage.ts";

/**
 * Something that has to happen together with a change or not at all, in its transaction: where the MQTT transport's
 * queue of pushes belongs [MQ7]. `change.deleted` names only keys that were there.
 */
export type AttributeFollower = (trx: Transaction<Tables>, change: AttributeChange) => Promise<void>;

/** SQLite allows 32,766 parameters per statement; a row has seven of them, a key that is read is one twice. */
const rowsPerStatement = 4_000;
const keysPerStatement = 15_000;

class TooManyAttributes extends Error {}

/** Thrown so that the transaction leaves nothing behind. */
class TenantFull extends Error {}

export class SqlAttributeStore implements AttributeStore {
  readonly #db: Database;
  readonly #perScope: number;
  readonly #followers: readonly AttributeFollower[];
  readonly #bytesOf: (tenant: TenantId) => number;
  readonly #notes: RuleInputNotes | undefined;

  /** A device can have `perScope` attributes in each scope, all those of a tenant `bytesOf` it; 0 is no limit. */
  constructor(
    db: Database,
    perScope: number,
    followers: readonly AttributeFollower[] = [],
    bytesOf: (tenant: TenantId) => number = () => 0,
    notes?: RuleInputNotes,
  ) {
    this.#notes = notes;
    this.#db = db;
    this.#perScope = perScope;
    this.#followers = followers;
    this.#bytesOf = bytesOf;
  }

  async apply(change: AttributeChange): Promise<ApplyOutcome> {
    try {
      return await this.#db.transact((trx) => this.#applyIn(trx, change));
    } catch (error) {
      if (isForeignKeyViolation(error)) return { outcome: "no-such-device" };
      if (error instanceof TooManyAttributes) return { outcome: "too-many" };
      if (error instanceof TenantFull) return { outcome: "tenant-full" };
      throw error;
    }
  }

  async read(
    device: DeviceId,
    scopes: readonly AttributeScope[],
    keys: AttributeSelection,
    atMostBytes: number,
  ): Promise<readonly Attribute[] | "too-long"> {
    const few = keys !== "all" && keys.only.length <= keysPerStatement;
    const wanted = this.#wanted(device, scopes, few ? keys.only.map(storedKey) : undefined);
    const found = await rowsWithin(wanted, atMostBytes);
    if (found === "too-long") return found;
    const attributes = found.map(attributeOf);
    if (keys === "all" || few) return attributes;
    const named = new Set(keys.only);
    return attributes.filter(({ key }) => named.has(key));
  }

  #wanted(device: DeviceId, scopes: readonly AttributeScope[], keys: readonly string[] | undefined) {
    const all = this.#db.read.selectFrom("attributes").where("device_id", "=", device).where("scope", "in", scopes);
    return keys ? all.where("key", "in", keys) : all;
  }

  async #applyIn(trx: Transaction<Tables>, change: AttributeChange): Promise<ApplyOutcome> {
    // Of two changes at once each would count what the other does; SQLite has one writer anyway.
    if (this.#db.kind === "postgres") await lockDevice(trx, this.#db.kind, change.deviceId);
    const rows = attributeRows(change);
    const tellRules = this.#notes && (await attributeNotes(trx, this.#notes, change));
    const before = await bytesHeld(trx, change);
    const deleted = await removeKeys(trx, change);
    await upsert(trx, rows);
    if (change.values.size > 0) await requireRoom(trx, change, this.#perScope);
    await this.#count(trx, change, bytesIn(rows) - before);
    for (const follow of this.#followers) await follow(trx, { ...change, deleted });
    tellRules?.(deleted);
    return { outcome: "applied", changed: [...change.values.keys()], deleted };
  }

  /** A tenant that has more than it may keeps it; only what would be still more is refused [QTA1]. */
  async #count(trx: Transaction<Tables>, { tenantId: tenant, deviceId }: AttributeChange, more: number): Promise<void> {
    const use = { tenant, resource: "attributeBytes", more, of: deviceId } as const;
    if (more > 0 && more > (await roomLeft(trx, this.#db.kind, use, this.#bytesOf(tenant)))) throw new TenantFull();
    await countUse(trx, use);
  }
}

const bytesIn = (rows: readonly Tables["attributes"][]): number =>
  rows.reduce((sum, { key, value }) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);

/** What is there under the keys that change. */
async function bytesHeld(trx: Transaction<Tables>, change: AttributeChange): Promise<number> {
  const keys = [...new Set([...change.values.keys(), ...change.deleted])].map(storedKey);
  let held = 0;
  for (let at = 0; at < keys.length; at += keysPerStatement) {
    const { bytes } = await trx
      .selectFrom("attributes")
      .select(sql<number | string>`coalesce(sum(octet_length(key) + octet_length(value)), 0)`.as("bytes"))
      .where("device_id", "=", change.deviceId)
      .where("scope", "=", change.scope)
      .where("key", "in", keys.slice(at, at + keysPerStatement))
      .executeTakeFirstOrThrow();
    held += Number(bytes);
  }
  return held;
}

/**
 * One statement decides and reads, so that nothing that grows meanwhile slips through. Where it finds nothing, the
 * question is whether there is nothing or too much.
 */
async function rowsWithin(wanted: SelectQueryBuilder<Tables, "attributes", object>, atMostBytes: number) {
  const bytes = sql<number>`coalesce(sum(octet_length(key) + octet_length(value)), 0)`;
  const size = wanted.select(bytes.as("bytes"));
  const rows = wanted
    .select(["scope", "key", "value", "last_update_ts"])
    .where((eb) => eb(size, "<=", atMostBytes))
    .orderBy("scope")
    .orderBy("key");
  for (;;) {
    const found = await rows.execute();
    if (found.length > 0) return found;
    const total = Number((await size.executeTakeFirstOrThrow()).bytes);
    if (total > atMostBytes) return "too-long";
    if (total === 0) return [];
  }
}

async function removeKeys(trx: Transaction<Tables>, change: AttributeChange): Promise<string[]> {
  const keys = change.deleted.filter((key) => !change.values.has(key)).map(storedKey);
  if (keys.length === 0) return [];
  const rows = await trx
    .deleteFrom("attributes")
    .where("device_id", "=", change.deviceId)
    .where("scope", "=", change.scope)
    .where("key", "in", keys)
    .returning("key")
    .execute();
  return rows.map(deletedKeyOf);
}

async function upsert(trx: Transaction<Tables>, rows: readonly Tables["attributes"][]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto("attributes")
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(["device_id", "scope", "key"]).doUpdateSet((eb) => ({
          value: eb.ref("excluded.value"),
          last_update_ts: eb.ref("excluded.last_update_ts"),
          comparable: eb.ref("excluded.comparable"),
        })),
      )
      .execute();
  }
}

async function requireRoom(
  trx: Transaction<Tables>,
  { deviceId, scope }: AttributeChange,
  perScope: number,
): Promise<void> {
  const { total } = await trx
    .selectFrom("attributes")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("device_id", "=", deviceId)
    .where("scope", "=", scope)
    .executeTakeFirstOrThrow();
  if (Number(total) > perScope) throw new TooManyAttributes();
}
