import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { emptyDefinition, type NamedType } from "../../../core/device-types/index.ts";
import type { DeviceTypeId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** The row of a type of which only the name is known. */
export const bareTypeRow = (
  tenant: TenantId,
  name: string,
  now: number,
  isDefault: boolean,
): Tables["device_types"] => ({
  id: randomUUID(),
  tenant_id: tenant,
  name,
  name_key: foldCase(name),
  description: null,
  picture: null,
  is_default: isDefault ? 1 : 0,
  version: 1,
  created_time: now,
  channel_count: 0,
  definition: JSON.stringify(emptyDefinition),
});

interface EnsuredTypes {
  readonly idOf: ReadonlyMap<string, string>;
  readonly added: readonly NamedType[];
}

/**
 * The types of these names, made where there are none [TYP1]. They are held until the transaction ends: nobody removes or
 * renames one meanwhile. Taken in their order, so that two who need the same new ones on PostgreSQL wait for each other
 * and not both at once; one that was removed in between is made again.
 */
export async function ensureTypes(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  tenant: TenantId,
  names: readonly string[],
  now: number,
): Promise<EnsuredTypes> {
  const wanted = [...new Set(names)].sort();
  const added: NamedType[] = [];
  for (;;) {
    const idOf = await held(trx, kind, tenant, wanted);
    const missing = wanted.filter((name) => !idOf.has(name));
    if (missing.length === 0) return { idOf, added };
    const made = await trx
      .insertInto("device_types")
      .values(missing.map((name) => bareTypeRow(tenant, name, now, false)))
      .onConflict((conflict) => conflict.columns(["tenant_id", "name"]).doNothing())
      .returning(["id", "name"])
      .execute();
    added.push(...made.map(({ id, name }) => ({ id: id as DeviceTypeId, name })));
  }
}

async function held(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  tenant: TenantId,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const query = trx
    .selectFrom("device_types")
    .select(["id", "name"])
    .where("tenant_id", "=", tenant)
    .where("name", "in", [...names])
    .orderBy("name");
  const rows = await (kind === "postgres" ? query.forKeyShare() : query).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}
