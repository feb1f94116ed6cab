import { sql, type Transaction } from "kysely";
import type { CountedResource, TenantUsageStore } from "../../../core/tenants/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** Rows a tenant's use of something is spread over: of writers on PostgreSQL few wait for the same one. */
const shards = 16;

/** By a part of an id that is random. */
const shardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % shards || 0;

interface Use {
  readonly tenant: string;
  readonly resource: CountedResource;
  readonly more: number;
  /** What it is counted for, a device say: those of different ones do not wait for each other. */
  readonly of: string;
}

/** Within the transaction that makes it more, or less. */
export async function countUse(trx: Transaction<Tables>, { tenant, resource, more, of }: Use): Promise<void> {
  if (more === 0) return;
  await trx
    .insertInto("tenant_usage")
    .values({ tenant_id: tenant, resource, shard: shardOf(of), amount: more })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "resource", "shard"])
        .doUpdateSet({ amount: sql<number>`tenant_usage.amount + excluded.amount` }),
    )
    .execute();
}

/** What a tenant may still take of something. Until the transaction ends nobody else finds the same room. */
export async function roomLeft(
  trx: Transaction<Tables>,
  kind: Database["kind"],
  { tenant, resource }: Pick<Use, "tenant" | "resource">,
  limit: number,
): Promise<number> {
  if (limit === 0) return Number.POSITIVE_INFINITY;
  if (kind === "postgres")
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${resource} ${tenant}`}, 0))`.execute(trx);
  const { used } = await trx
    .selectFrom("tenant_usage")
    .select((eb) => eb.fn.sum<number | string | null>("amount").as("used"))
    .where("tenant_id", "=", tenant)
    .where("resource", "=", resource)
    .executeTakeFirstOrThrow();
  return limit - Number(used ?? 0);
}

export class SqlTenantUsageStore implements TenantUsageStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async counted(tenants: readonly TenantId[]): ReturnType<TenantUsageStore["counted"]> {
    if (tenants.length === 0) return [];
    const rows = await this.#db.read
      .selectFrom("tenant_usage")
      .select((eb) => ["tenant_id", "resource", eb.fn.sum<number | string>("amount").as("amount")])
      .where("tenant_id", "in", tenants)
      .groupBy(["tenant_id", "resource"])
      .execute();
    const users = await this.#db.read
      .selectFrom("assignments")
      .select((eb) => ["tenant_id", eb.fn.countAll<number | string>().as("amount")])
      .where("tenant_id", "in", tenants)
      .groupBy("tenant_id")
      .execute();
    return [...rows, ...users.map((row) => ({ ...row, resource: "users" }))].map((row) => ({
      tenantId: row.tenant_id as TenantId,
      resource: row.resource as CountedResource | "users",
      amount: Number(row.amount),
    }));
  }
}
