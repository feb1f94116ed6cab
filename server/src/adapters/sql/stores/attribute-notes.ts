import type { Transaction } from "kysely";
import type { AttributeChange } from "../../../core/attributes/index.ts";
import { attributeName, type ToldValue, toldValueOf } from "../../../core/rules/index.ts";
import type { Tables } from "../tables.ts";
import { attributeOf, storedKey } from "./attribute-rows.ts";
import type { RuleInputNotes } from "./rule-inputs.ts";

/**
 * What a change of attributes means for rules that look at them. Before the change: it says what was there. What is returned
 * is called after it, with the keys that were there and are not any more.
 */
export async function attributeNotes(
  trx: Transaction<Tables>,
  notes: RuleInputNotes,
  change: AttributeChange,
): Promise<(deleted: readonly string[]) => void> {
  const { tenantId, deviceId, scope, time, values } = change;
  const heard = [...values.keys(), ...change.deleted].filter((key) =>
    notes.hears(tenantId, "ATTRIBUTE", attributeName(scope, key)),
  );
  const held = heard.length === 0 ? new Map<string, ToldValue>() : await heldValues(trx, change, heard);
  const noted = { tenantId, deviceId, kind: "ATTRIBUTE", time } as const;
  return (deleted) => {
    for (const key of [...values.keys(), ...deleted]) {
      const [value, before] = [toldValueOf(values.get(key)), held.get(key) ?? null];
      notes.note({ ...noted, name: attributeName(scope, key), value, before });
    }
  };
}

/** Few: rules name them. */
async function heldValues(trx: Transaction<Tables>, { deviceId, scope }: AttributeChange, keys: readonly string[]) {
  const rows = await trx
    .selectFrom("attributes")
    .select(["scope", "key", "value", "last_update_ts"])
    .where("device_id", "=", deviceId)
    .where("scope", "=", scope)
    .where("key", "in", keys.map(storedKey))
    .execute();
  return new Map(rows.map(attributeOf).map(({ key, value }) => [key, toldValueOf(value)]));
}
