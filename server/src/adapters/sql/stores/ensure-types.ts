import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { emptyDefinition, type NamedType } from "../../../core/device-types/index.ts";
import type { DeviceTypeId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";

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

interface WantedTypes {
  readonly tenant: TenantId;
  readonly names: readonly string[];
  /** So many types a tenant has; further ones are not made. */
  readonly atMost: number;
  readonly now: number;
}

interface EnsuredTypes {
  /** Without those for which there was no room. */
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
  { tenant, names, atMost, now }: WantedTypes,
): Promise<EnsuredTypes> {
  const wanted = [...new Set(names)].sort();
  const added: NamedType[] = [];
  for (;;) {
    const idOf = await held(trx, kind, tenant, wanted);
    const missing = wanted.filter((name) => !idOf.has(name));
    const fitting = missing.length === 0 ? [] : missing.slice(0, await typesLeft(trx, tenant, atMost));
    if (fitting.length === 0) return { idOf, added };
    const made = await trx
      .insertInto("device_types")
      .values(fitting.map((name) => bareTypeRow(tenant, name, now, false)))
      .onConflict((conflict) => conflict.columns(["tenant_id", "name"]).doNothing())
      .returning(["id", "name"])
      .execute();
    added.push(...made.map(({ id, name }) => ({ id: id as DeviceTypeId, name })));
  }
}

/** How many more types the tenant may have. Who makes one waits for the other who does. */
export async function typesLeft(trx: Transaction<Tables>, tenant: TenantId, atMost: number): Promise<number> {
  await lockTenant(trx, tenant);
  const { total } = await trx
    .selectFrom("device_types")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("tenant_id", "=", tenant)
    .executeTakeFirstOrThrow();
  return Math.max(0, atMost - Number(total));
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
