import type { AttributeScope } from "@heliograph/contract";
import type { Transaction } from "kysely";
import {
  type ApplyOutcome,
  type Attribute,
  type AttributeChange,
  type AttributeSelection,
  type AttributeStore,
  maxAttributesPerScope,
} from "../../../core/attributes/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { attributeOf, attributeRows, deletedKeyOf, storedKey } from "./attribute-rows.ts";

/**
 * Something that has to happen together with a change or not at all, in its transaction: where the MQTT transport's
 * queue of pushes belongs [MQ7]. `change.deleted` names only keys that were there.
 */
export type AttributeFollower = (trx: Transaction<Tables>, change: AttributeChange) => Promise<void>;

/** SQLite allows 32,766 parameters per statement; a row has five of them, a key is one. */
const rowsPerStatement = 5_000;
const keysPerStatement = 30_000;

class TooManyAttributes extends Error {}

export class SqlAttributeStore implements AttributeStore {
  readonly #db: Database;
  readonly #followers: readonly AttributeFollower[];

  constructor(db: Database, followers: readonly AttributeFollower[] = []) {
    this.#db = db;
    this.#followers = followers;
  }

  async apply(change: AttributeChange): Promise<ApplyOutcome> {
    try {
      return await this.#db.write.transaction().execute((trx) => this.#applyIn(trx, change));
    } catch (error) {
      if (isForeignKeyViolation(error)) return { outcome: "no-such-device" };
      if (error instanceof TooManyAttributes) return { outcome: "too-many" };
      throw error;
    }
  }

  async read(
    device: DeviceId,
    scopes: readonly AttributeScope[],
    keys: AttributeSelection,
  ): Promise<readonly Attribute[]> {
    let query = this.#db.read
      .selectFrom("attributes")
      .select(["scope", "key", "value", "last_update_ts"])
      .where("device_id", "=", device)
      .where("scope", "in", scopes);
    const few = keys !== "all" && keys.only.length <= keysPerStatement;
    if (few) query = query.where("key", "in", keys.only.map(storedKey));
    const found = (await query.orderBy("scope").orderBy("key").execute()).map(attributeOf);
    if (keys === "all" || few) return found;
    const wanted = new Set(keys.only);
    return found.filter(({ key }) => wanted.has(key));
  }

  async #applyIn(trx: Transaction<Tables>, change: AttributeChange): Promise<ApplyOutcome> {
    const deleted = await removeKeys(trx, change);
    await upsert(trx, change);
    if (change.values.size > 0) await requireRoom(trx, change);
    for (const follow of this.#followers) await follow(trx, { ...change, deleted });
    return { outcome: "applied", changed: [...change.values.keys()], deleted };
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

async function upsert(trx: Transaction<Tables>, change: AttributeChange): Promise<void> {
  const rows = attributeRows(change);
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto("attributes")
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(["device_id", "scope", "key"]).doUpdateSet((eb) => ({
          value: eb.ref("excluded.value"),
          last_update_ts: eb.ref("excluded.last_update_ts"),
        })),
      )
      .execute();
  }
}

async function requireRoom(trx: Transaction<Tables>, { deviceId, scope }: AttributeChange): Promise<void> {
  const { total } = await trx
    .selectFrom("attributes")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("device_id", "=", deviceId)
    .where("scope", "=", scope)
    .executeTakeFirstOrThrow();
  if (Number(total) > maxAttributesPerScope) throw new TooManyAttributes();
}
